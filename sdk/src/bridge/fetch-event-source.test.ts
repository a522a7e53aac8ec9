import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FetchEventSource } from './fetch-event-source.js';

let server: Server;
let url: string;
/** Answers the next requests. */
let answer: (response: ServerResponse) => void;
let source: FetchEventSource | undefined;
let log: string[];

beforeEach(async () => {
  log = [];
  server = createServer((_, response) => answer(response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
});

afterEach(() => {
  source?.close();
  server.closeAllConnections();
  server.close();
});

function open(): void {
  source = new FetchEventSource(url);
  source.onopen = () => log.push('open');
  source.onerror = () => log.push('error');
  source.onmessage = ({ data, lastEventId }) => log.push(`${lastEventId}:${data}`);
}

const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

it('DispatchesMessagesOfBothBridgeEngines', async () => {
  answer = (response) => {
    stream(response).write('\n\nevent: heartbeat\n\n');
    response.write('event: message\nid: 5\ndata: {"a"');
    setTimeout(() => response.write(':1}\n\nevent: message\r\nid: 6\r\ndata: two\r\n\r\n'), 20);
  };
  open();
  await expect.poll(() => log).toEqual(['open', '5:{"a":1}', '6:two']);
});

it('ReportsTheEndOfTheStreamOnce', async () => {
  answer = (response) => stream(response).end('data: last\n\n');
  open();
  await expect.poll(() => log).toEqual(['open', ':last', 'error']);
});

it.each([404, 204])('ReportsStatus%i', async (status) => {
  answer = (response) => response.writeHead(status).end();
  open();
  await expect.poll(() => log).toEqual(['error']);
});

it('IsSilentAfterClose', async () => {
  let response: ServerResponse | undefined;
  answer = (opened) => {
    response = stream(opened);
    response.write('data: a\n\n');
  };
  open();
  await expect.poll(() => log).toEqual(['open', ':a']);
  source?.close();
  response?.end('data: b\n\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(log).toEqual(['open', ':a']);
});
