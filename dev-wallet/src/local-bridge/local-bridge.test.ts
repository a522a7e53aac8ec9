import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerAsBridge } from './bridge-requests.ts';
import { type LocalBridge, startBridge } from './local-bridge.ts';
import { Mailboxes } from './mailboxes.ts';

const APP = 'ab'.repeat(32);
const WALLET = 'cd'.repeat(32);

let bridge: LocalBridge;
const sources: EventSource[] = [];
beforeEach(async () => {
  bridge = await startBridge();
});
afterEach(async () => {
  for (const source of sources.splice(0)) source.close();
  await bridge.stop();
});

const post = (body: string, query: Record<string, string> = {}) =>
  fetch(
    `${bridge.url}/message?${new URLSearchParams({ client_id: APP, to: WALLET, ttl: '300', ...query })}`,
    { method: 'POST', body },
  );

function listen(query: Record<string, string> = {}) {
  const received: { from: string; message: string }[] = [];
  const ids: string[] = [];
  const heartbeat = { heartbeat: 'message' };
  const search = new URLSearchParams({ client_id: WALLET, ...heartbeat, ...query });
  const source = new EventSource(`${bridge.url}/events?${search}`);
  sources.push(source);
  source.onmessage = ({ data, lastEventId }) => {
    if (data === 'heartbeat') return;
    received.push(JSON.parse(data));
    ids.push(lastEventId);
  };
  return { received, ids, source };
}

describe('local bridge', () => {
  it('stores a message until its receiver connects, and delivers it live to a connected one', async () => {
    expect(await (await post('one')).json()).toEqual({ message: 'OK', statusCode: 200 });
    const { received } = listen();
    await expect.poll(() => received).toEqual([{ from: APP, message: 'one' }]);
    await post('two');
    await expect.poll(() => received.map(({ message }) => message)).toEqual(['one', 'two']);
  });

  it('delivers a message only after its sender has the response', async () => {
    const mailboxes = new Mailboxes();
    let response: ServerResponse | undefined;
    const server = createServer((request, sent) => {
      response = sent;
      void answerAsBridge(mailboxes, '/bridge', request, sent);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const delivered = new Promise<boolean | undefined>((resolve) =>
      mailboxes.listen([WALLET], 0, () => resolve(response?.writableFinished)),
    );
    const query = new URLSearchParams({ client_id: APP, to: WALLET, ttl: '300' });
    await fetch(`http://127.0.0.1:${port}/bridge/message?${query}`, { method: 'POST', body: 'x' });
    expect(await delivered).toBe(true);
    server.close();
    server.closeAllConnections();
  });

  it('continues after the last event id', async () => {
    await post('one');
    await post('two');
    const { ids, received } = listen();
    await expect.poll(() => received).toHaveLength(2);
    expect(Number(ids[1])).toBeGreaterThan(Number(ids[0]));
    const later = listen({ last_event_id: ids[0] ?? '' });
    await expect.poll(() => later.received).toEqual([{ from: APP, message: 'two' }]);
  });

  it.each([
    [{ ttl: '301' }, 'ttl must be a whole number of seconds from 1 to 300'],
    [{ ttl: '0' }, 'ttl must be a whole number of seconds from 1 to 300'],
    [{ to: 'nobody' }, 'to must be 64 hexadecimal characters'],
    [{ client_id: '' }, 'client_id must be 64 hexadecimal characters'],
  ])('rejects %j', async (query, message) => {
    const response = await post('x', query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message, statusCode: 400 });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('rejects an empty body and one that is too large', async () => {
    expect((await post('')).status).toBe(400);
    expect((await post('x'.repeat(65_537))).status).toBe(413);
    expect((await fetch(`${bridge.url}/events?client_id=me`)).status).toBe(400);
    expect((await fetch(`${bridge.url}/other`)).status).toBe(404);
  });

  it('is unreachable while it is cut, and loses no messages', async () => {
    const { received, source } = listen();
    await expect.poll(() => source.readyState).toBe(1);
    await post('before');
    await expect.poll(() => received).toHaveLength(1);
    bridge.cut();
    await expect(post('lost')).rejects.toThrow();
    await expect.poll(() => source.readyState).not.toBe(1);
    bridge.mend();
    await post('after');
    await expect.poll(() => received.map(({ message }) => message)).toEqual(['before', 'after']);
  });
});
