// A reverse proxy in front of one upstream: a Pool of the npm package undici whose settings are flags.
'use strict';

const { Pool } = require('undici');
const { version } = require('undici/package.json');
const front = require('./front.js');

const names = ['connections', 'pipelining', 'idle-timeout', 'max-requests', 'max-lifetime', 'connect-timeout', 'response-timeout'];
const flags = front.flags('undici', version, names);
const limits = Object.entries({
  connections: flags.connections,
  pipelining: flags.pipelining,
  keepAliveTimeout: flags['idle-timeout'],
  keepAliveMaxTimeout: flags['idle-timeout'],
  maxRequestsPerClient: flags['max-requests'],
  clientTtl: flags['max-lifetime'],
  connectTimeout: flags['connect-timeout'],
  headersTimeout: flags['response-timeout'],
  bodyTimeout: flags['response-timeout'],
});
const given = limits.filter(([, value]) => value !== undefined).map(([name, value]) => [name, Number(value)]);
const pool = new Pool(`http://${flags.upstream}`, Object.fromEntries(given));

front.serve(flags, (request, response, fail) => {
  const { method, url: path } = request;
  const headers = front.withoutHopByHop(request.headers);
  const hasBody = 'content-length' in headers || 'transfer-encoding' in request.headers;
  const gone = new AbortController();
  response.on('close', () => response.writableFinished || gone.abort());
  pool.request({ method, path, headers, body: hasBody ? request : null, signal: gone.signal }).then((answer) => {
    response.writeHead(answer.statusCode, front.withoutHopByHop(answer.headers));
    answer.body.pipe(response);
    answer.body.on('error', fail);
  }, fail);
});
