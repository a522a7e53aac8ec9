// Stands before several instances and hands each request to the next one, as a balancer without
// stickiness does.
import { createServer, request } from 'node:http';

/** Its URL. It ends with the process. */
export async function startBalancer(urls) {
  let turn = 0;
  // Room for a great many client ids in a URL: what is too long, the instances say.
  const server = createServer({ maxHeaderSize: 1 << 20 }, (asked, answer) => {
    const url = new URL(asked.url, urls[turn++ % urls.length]);
    const { method, headers } = asked;
    const handed = request(url, { method, headers, agent: false }, (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.on('error', () => answer.destroy());
      given.pipe(answer);
      answer.flushHeaders();
    });
    handed.on('error', () => answer.destroy());
    // A client that leaves is gone for the instance too.
    answer.on('close', () => handed.destroy());
    asked.pipe(handed);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${server.address().port}`;
}
