// HTTP/2 of the built binary in normal use and under attack. During an attack the server serves
// other clients, and afterwards no state of the attack remains.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { selfSigned } from '../fixtures/certificate.ts';
import { AttackedBridge, clientId, until } from './attacked-bridge.ts';
import { flood, floods, Http2Client } from './http2-client.ts';

let folder: string;
let bridge: AttackedBridge;
let origin: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prichal-http2-'));
  bridge = await AttackedBridge.start({
    ...(await selfSigned(folder)),
    // All clients of this test have one address.
    PRICHAL_BRIDGE_RATE_LIMIT: '0',
    PRICHAL_BRIDGE_CONNECTIONS_LIMIT: '0',
    PRICHAL_BRIDGE_EVENTS_RATE: '0',
    PRICHAL_BRIDGE_ID_RATE: '0',
  });
  origin = `https://127.0.0.1:${bridge.port}`;
});
after(async () => {
  await bridge.stop();
  await rm(folder, { recursive: true });
});

const events = (id: string) => `/bridge/events?client_id=${id}&enable_queue_done_event=true`;
const post = (client: Http2Client, to: string, body: string) =>
  client.ask(`/bridge/message?client_id=${clientId(1)}&to=${to}&ttl=1`, { method: 'POST', body });

test('each of a hundred streams on one connection gets its message', async () => {
  const client = new Http2Client(origin);
  const streams = await Promise.all(
    Array.from({ length: 100 }, (_, number) => client.listen(events(clientId(1_000 + number)))),
  );
  await until('all have begun', () => streams.every(({ text }) => text.includes('queue_done')));
  for (const number of streams.keys()) {
    const { status, text } = await post(client, clientId(1_000 + number), `for ${number}`);
    assert.equal(status, 200, text);
  }
  await until('all have come', () => streams.every(({ messages }) => messages.length === 1));
  assert.deepEqual(
    streams.map(({ messages }) => messages),
    streams.map((_, number) => [`for ${number}`]),
  );
  assert.equal(await bridge.metric('prichal_http2_streams'), 100);
  client.close();
  await bridge.expectNothingLeft();
});

test('a stream continues after the page’s last event', async () => {
  const id = clientId(2_000);
  const client = new Http2Client(origin);
  const first = await client.listen(events(id));
  await until('it has begun', () => first.text.includes('queue_done'));
  await post(client, id, 'one');
  await until('it has come', () => first.messages.length === 1);
  const last = first.ids.at(-1) ?? '';
  first.close();
  await until('the server knows', async () => (await bridge.metric('prichal_streams')) === 0);
  await post(client, id, 'two');
  await post(client, id, 'three');
  const again = await client.listen(events(id), { 'last-event-id': last });
  await until('the rest has come', () => again.text.includes('queue_done'));
  assert.deepEqual(again.messages, ['two', 'three']);
  client.close();
  await bridge.expectNothingLeft();
});

test('a page that stops reading loses only its own stream', async () => {
  const client = new Http2Client(origin);
  const slow = client.session.request({ ':path': events(clientId(3_000)) });
  slow.on('error', () => {});
  // Node opens the window as it reads. A paused stream never opens it.
  slow.pause();
  const other = await client.listen(events(clientId(3_001)));
  await until('it has begun', () => other.text.includes('queue_done'));
  await until('both have', async () => (await bridge.metric('prichal_streams')) === 2);
  const sender = new Http2Client(origin);
  for (let turn = 0; (await bridge.metric('prichal_streams_too_slow_total')) === 0; turn += 1) {
    assert.ok(turn < 400, 'more is kept for it than is allowed');
    await post(sender, clientId(3_000), `${turn} ${'x'.repeat(60_000)}`);
  }
  await post(sender, clientId(3_001), 'still here');
  await until('the other has it', () => other.messages.includes('still here'));
  client.close();
  sender.close();
  await bridge.expectNothingLeft();
});

for (const [number, [name, say]] of Object.entries(floods).entries()) {
  test(`${name}: other clients are served, and no stream remains`, async () => {
    const friend = new Http2Client(origin);
    // Uses other IDs than the previous test, because its messages can still be pending.
    const id = clientId(4_000 + number);
    const stream = await friend.listen(events(id));
    await until('it has begun', () => stream.text.includes('queue_done'));
    let stopped = false;
    let connections = 0;
    const attackers = [0, 1, 2].map(async () => {
      while (!stopped) {
        connections += 1;
        await flood(bridge.port, say, () => stopped);
      }
    });
    try {
      const sent: string[] = [];
      const begun = performance.now();
      while (performance.now() - begun < 500 || sent.length < 5) {
        const text = `${number} ${sent.length}`;
        const { status } = await post(friend, id, text);
        assert.equal(status, 200);
        sent.push(text);
      }
      await until('all have come', () => stream.messages.length >= sent.length);
      assert.deepEqual(stream.messages, sent);
    } finally {
      stopped = true;
      await Promise.all(attackers);
      friend.close();
    }
    assert.ok(connections > 0);
    for (const gauge of ['prichal_http2_streams', 'prichal_streams', 'prichal_request_bytes'])
      await until(`${gauge} is 0`, async () => (await bridge.metric(gauge)) === 0);
  });
}

test('abuse is counted, and no state of it remains', async () => {
  await bridge.expectNothingLeft();
  assert.ok((await bridge.metric('prichal_http2_faults_total{reason="flood"}')) > 0);
  assert.ok((await bridge.metric('prichal_http2_faults_total{reason="cancelled"}')) > 0);
});
