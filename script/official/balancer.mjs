// A balancer without sticky sessions: forwards each request to the next instance.
import { createServer, request } from 'node:http';

/** Starts the balancer and returns its URL. It ends with the process. */
export async function startBalancer(urls) {
  let turn = 0;
  // Allows URLs with very many client ids. The instances reject those that are too long.
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
    // If a client disconnects, its connection to the instance ends too.
    answer.on('close', () => handed.destroy());
    asked.pipe(handed);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${server.address().port}`;
}
