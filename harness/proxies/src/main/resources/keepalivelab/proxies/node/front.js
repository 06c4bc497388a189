// What both programs share: flags from a file, the downstream side, the ready route, 502 for what failed, a graceful stop.
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const { parseArgs } = require('node:util');

// Between two connections only: must not be forwarded.
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

exports.withoutHopByHop = (headers) => {
  const kept = { ...headers };
  HOP_BY_HOP.forEach((name) => delete kept[name]);
  return kept;
};

// The only argument is a file of flags; "version" in its place prints the version.
exports.flags = (program, version, names) => {
  if (process.argv.length !== 3 || process.argv[2] === 'version') {
    console.log(`keepalive-lab-${program} ${version}`);
    process.exit(0);
  }
  const args = fs.readFileSync(process.argv[2], 'utf8').split('\n').filter((line) => line !== '');
  const all = ['listen', 'upstream', 'ready-mark', ...names];
  return parseArgs({ args, options: Object.fromEntries(all.map((name) => [name, { type: 'string' }])) }).values;
};

// A flag that is a number; undefined where it is not given, so that the library's own default holds.
exports.number = (text) => (text === undefined ? undefined : Number(text));

exports.serve = (flags, forward) => {
  const server = http.createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }, (request, response) => {
    if (request.url === '/-ready') {
      response.writeHead(204, { 'X-Lab-Ready': flags['ready-mark'] }).end();
      return;
    }
    forward(request, response, (error) => fail(request, response, error));
  });
  const at = flags.listen.lastIndexOf(':');
  server.listen({ host: flags.listen.slice(0, at), port: Number(flags.listen.slice(at + 1)), backlog: 4096 });
  process.on('SIGTERM', () => {
    server.close(() => process.exit(0));
    setInterval(() => server.closeIdleConnections(), 20);
  });
};

function fail(request, response, error) {
  console.error(`proxy error: ${error.code}: ${error.message}`);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  request.resume();
  response.writeHead(502, { 'Content-Length': 0 }).end();
}
