// Loads a server with prepared requests over several connections. Each connection sends its next
// request after the answer to the previous one. Uses bare sockets, because Node's HTTP client takes
// longer for a request than our server.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** Formats a request as text. */
export const requestText = (method, path, lines = [], body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: app.example.org',
    ...lines,
    ...(method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n');

/**
 * Sends every request once.
 * @param {{ port: number, connections?: number, requests: number, next: (number: number) => string,
 * onAnswer?: (status: number, body: string, number: number) => void }} load `next` returns the text
 * of a request when it is due
 * @returns {Promise<{ seconds: number, refused: number }>} `refused`: number of answers that are
 * not 2xx
 */
export function sendAll({ port, connections = 64, requests, next, onAnswer }) {
  return new Promise((done, failed) => {
    let sent = 0;
    let answered = 0;
    let refused = 0;
    const began = performance.now();
    const sockets = [];
    const finish = (settle, value) => {
      for (const socket of sockets) socket.destroy();
      settle(value);
    };
    const send = (socket) => {
      if (sent === requests) return;
      socket.number = sent;
      sent += 1;
      socket.write(next(socket.number));
    };
    const take = (socket, bytes) => {
      socket.held = socket.held === undefined ? bytes : Buffer.concat([socket.held, bytes]);
      const end = socket.held.indexOf(HEAD_END);
      if (end < 0) return;
      const head = socket.held.latin1Slice(0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? -1);
      const status = Number(head.slice(9, 12));
      let body;
      if (length >= 0 || status === 204) {
        const size = Math.max(0, length);
        if (socket.held.length < end + 4 + size) return;
        body = onAnswer ? socket.held.utf8Slice(end + 4, end + 4 + size) : '';
      } else {
        // Node sends its answers in one chunk.
        if (!socket.held.subarray(-5).equals(Buffer.from('0\r\n\r\n'))) return;
        const text = socket.held.utf8Slice(end + 4);
        body = text.slice(text.indexOf('\r\n') + 2, text.lastIndexOf('\r\n0\r\n'));
      }
      socket.held = undefined;
      answered += 1;
      if (status < 200 || status > 299) refused += 1;
      onAnswer?.(status, body, socket.number);
      if (answered < requests) return send(socket);
      finish(done, { seconds: (performance.now() - began) / 1000, refused });
    };
    for (let i = 0; i < Math.min(connections, requests); i += 1) {
      const socket = connect(port, '127.0.0.1', () => send(socket));
      sockets.push(socket);
      socket.setNoDelay(true);
      socket.on('data', (bytes) => take(socket, bytes));
      socket.on('error', (error) => finish(failed, error));
      socket.on('close', () => finish(failed, new Error('a connection was closed')));
    }
  });
}
