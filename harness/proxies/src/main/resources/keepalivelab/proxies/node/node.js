// A reverse proxy in front of one upstream: Node's own http.request on an http.Agent whose settings are flags.
'use strict';

const http = require('node:http');
const front = require('./front.js');

const flags = front.flags('node', process.versions.node, ['keep-alive', 'max-idle', 'max-total', 'idle-timeout', 'response-timeout']);
const at = flags.upstream.lastIndexOf(':');
const upstream = { host: flags.upstream.slice(0, at), port: Number(flags.upstream.slice(at + 1)) };
const responseTimeout = front.number(flags['response-timeout']);

const agent = new http.Agent({
  keepAlive: flags['keep-alive'] !== 'no',
  maxFreeSockets: front.number(flags['max-idle']),
  maxSockets: front.number(flags['max-total']),
  timeout: front.number(flags['idle-timeout']),
});

front.serve(flags, (request, response, fail) => {
  const { method, url: path } = request;
  const sent = http.request({ ...upstream, agent, method, path, headers: front.withoutHopByHop(request.headers) }, (answer) => {
    response.writeHead(answer.statusCode, front.withoutHopByHop(answer.headers));
    answer.pipe(response);
    answer.on('error', fail);
  });
  sent.on('error', fail);
  if (responseTimeout !== undefined) {
    sent.setTimeout(responseTimeout, () => sent.destroy(Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' })));
  }
  response.on('close', () => response.writableFinished || sent.destroy());
  request.pipe(sent);
});
