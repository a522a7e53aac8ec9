// Attacks on the bridge by an attacker who knows only a client ID or an address. Each attack runs against the built
// binary. During the attack the server serves other clients, and afterwards no state of the attack remains.

import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import type net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { AttackedBridge, clientId, until } from './attacked-bridge.ts';
import '../contract/node-test.ts';

const friend = '198.51.100.7';
const owner = '192.0.2.1';
const strangers = Array.from({ length: 6 }, (_, number) => `203.0.113.${number + 1}`);
/** TTL in seconds. An attack's messages must have expired when its test ends. */
const short = 3;

let bridge: AttackedBridge;
before(async () => {
  bridge = await AttackedBridge.start();
});
after(() => bridge.stop());

/** Posts as fast as the limits allow, in any size, until the returned function is called. */
function floodFrom(address: string, to: string): () => Promise<number> {
  let stopped = false;
  let accepted = 0;
  const worker = async (seed: number) => {
    for (let round = seed; !stopped; round += 4) {
      const size = [200_000, 50_000, 1_000, 10][round % 4] ?? 0;
      const body = `${address} ${round} ${'x'.repeat(size)}`;
      const { status } = await bridge.post(address, clientId(1000 + (round % 3)), to, body, short);
      if (status === 200) accepted += 1;
    }
  };
  const workers = [0, 1, 2, 3].map(worker);
  return async () => {
    stopped = true;
    await Promise.all(workers);
    return accepted;
  };
}

async function postTwenty(name: string, to: string): Promise<string[]> {
  const sent: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    const text = `${name} ${number}`;
    const answer = await bridge.post(friend, clientId(7), to, text, short);
    assert.equal(answer.status, 200, `${text}: ${answer.body}`);
    sent.push(text);
  }
  return sent;
}

test('a mailbox filled by attackers still accepts messages of other senders, live and after a reconnect', async () => {
  const to = clientId(1);
  const floods = strangers.map((address) => floodFrom(address, to));
  await until('the mailbox is full', async () => {
    return (await bridge.metric('prichal_bridge_waiting_bytes')) > 14_000_000;
  });
  const away = await postTwenty('away', to);
  let stream = await bridge.listen(owner, to);
  const backlog = stream.messages;
  // The server ends a stream whose client reads too slowly. The reader reconnects with its last id.
  while (stream.ended) {
    stream = await bridge.listen(owner, to, stream.ids.at(-1));
    backlog.push(...stream.messages);
  }
  assert.deepEqual(
    backlog.filter((text) => text.startsWith('away')),
    away,
  );
  const live = await postTwenty('live', to);
  const liveMessages = () => stream.messages.filter((text) => text.startsWith('live'));
  await until('all have come', () => stream.ended || liveMessages().length === live.length);
  const last = stream.ids.at(-1);
  const before = liveMessages();
  stream.close();
  const again = await bridge.listen(owner, to, last);
  const since = again.messages.filter((text) => text.startsWith('live'));
  assert.deepEqual([...before, ...since], live);
  const reconnected = await postTwenty('again', to);
  again.close();
  const third = await bridge.listen(owner, to, again.ids.at(-1) ?? last);
  const got = [...again.messages, ...third.messages].filter((text) => text.startsWith('again'));
  assert.deepEqual(got, reconnected);
  third.close();
  for (const stop of floods) await stop();
  await bridge.expectNothingLeft();
});

test('an attacker’s cursor drops no message of an absent receiver, and a repetition is delivered', async () => {
  const to = clientId(2);
  assert.equal((await bridge.post(friend, clientId(7), to, 'first', short)).status, 200);
  const listener = await bridge.listen('203.0.113.1', to);
  assert.deepEqual(listener.messages, ['first']);
  const [last] = listener.ids;
  listener.close();
  (await bridge.listen('203.0.113.1', to, last)).close();
  assert.equal((await bridge.post(friend, clientId(7), to, 'first', short)).status, 200);
  const receiver = await bridge.listen(owner, to);
  assert.deepEqual(receiver.messages, ['first']);
  receiver.close();
  await bridge.expectNothingLeft();
});

test('streams opened behind unread responses leave no subscription', async () => {
  const nothing = 'GET /bridge/nothing HTTP/1.1\r\nHost: a\r\n\r\n';
  const sockets: net.Socket[] = [];
  for (let number = 0; number < 20; number += 1) {
    const socket = await bridge.connect();
    socket.pause();
    socket.write(nothing.repeat(20_000 + 7 * number));
    for (let id = 0; id < 40; id += 1) {
      socket.write(
        `GET /bridge/events?client_id=${clientId(100 + id)} HTTP/1.1\r\nHost: a\r\n\r\n${nothing.repeat(90)}`,
      );
    }
    sockets.push(socket);
  }
  const stream = await bridge.listen(owner, clientId(3));
  for (const socket of sockets) socket.destroy();
  stream.close();
  await bridge.expectNothingLeft();
});

test('bytes after the request of a stream use no memory', async () => {
  const sockets: net.Socket[] = [];
  for (let number = 0; number < 100; number += 1) {
    const socket = await bridge.connect();
    socket.resume();
    const headers = `Host: a\r\nX-Forwarded-For: 203.0.114.${number}`;
    socket.write(
      `GET /bridge/events?client_id=${clientId(400 + number)} HTTP/1.1\r\n${headers}\r\n\r\n`,
    );
    socket.write('x'.repeat(60_000));
    sockets.push(socket);
  }
  await until('they have been read', async () => {
    return (await bridge.metric('prichal_received_bytes_total')) > 100 * 60_000;
  });
  assert.equal(await bridge.metric('prichal_request_bytes'), 0);
  for (const socket of sockets) socket.destroy();
  await bridge.expectNothingLeft();
});

test('a body above the limit is rejected, and streams per client id are limited', async () => {
  const to = clientId(5);
  const large = await bridge.post('203.0.113.1', clientId(8), to, '\u0001'.repeat(300_000));
  assert.equal(large.status, 413);
  const streams = await Promise.all(
    Array.from({ length: 60 }, () => bridge.listen('203.0.113.1', to)),
  );
  await until(
    'those too many have ended',
    () => streams.filter(({ ended }) => !ended).length === 16,
  );
  const receiver = await bridge.listen(owner, to);
  assert.equal((await bridge.post(friend, clientId(7), to, 'to all', short)).status, 200);
  await until('it has come', () => receiver.messages.length === 1);
  assert.ok(!receiver.ended);
  for (const stream of [...streams, receiver]) stream.close();
  await bridge.expectNothingLeft();
});

test('a sender at its limit takes no space from other addresses', async () => {
  const stops = Array.from({ length: 8 }, (_, number) =>
    floodFrom('203.0.113.9', clientId(50 + number)),
  );
  await until('it is refused', async () => {
    return (
      (await bridge.metric('prichal_bridge_requests_refused_total{reason="rate_limit"}')) > 100
    );
  });
  await postTwenty('beside', clientId(6));
  assert.equal(
    await bridge.metric('prichal_bridge_requests_refused_total{reason="store_full"}'),
    0,
  );
  for (const stop of stops) await stop();
  await bridge.expectNothingLeft();
});

test('a receiver whose client id is not a valid key gets its messages', async () => {
  for (const to of ['0'.repeat(64), `01${'0'.repeat(62)}`, `${'0'.repeat(62)}80`]) {
    const stream = await bridge.listen(owner, to);
    assert.equal((await bridge.post(friend, clientId(7), to, 'anyhow', short)).status, 200);
    await until('it has come', () => stream.messages.includes('anyhow'));
    stream.close();
  }
  await bridge.expectNothingLeft();
});

test('a message with a ttl of zero or less is rejected', async () => {
  for (const ttl of [0, -1, -300]) {
    assert.equal((await bridge.post(friend, clientId(7), clientId(10), 'x', ttl)).status, 400);
  }
  const official = await AttackedBridge.start({ PRICHAL_BRIDGE_TTL_ZERO: 'true' });
  assert.equal((await official.post(friend, clientId(7), clientId(10), 'x', 0)).status, 200);
  await official.stop();
});

test('a client that opens too many streams is rejected, and others are not', async () => {
  const open = (address: string, id: number) =>
    bridge.ask('GET', `/bridge/events?client_id=${clientId(id)}`, { 'X-Forwarded-For': address });
  let refused = 0;
  for (let number = 0; number < 300; number += 1) {
    if ((await open('203.0.113.30', 11)).status === 429) refused += 1;
  }
  assert.ok(refused > 0);
  assert.ok(
    (await bridge.metric('prichal_bridge_requests_refused_total{reason="id_rate"}')) >= refused,
  );
  assert.equal((await open(friend, 11)).status, 200);
  await bridge.expectNothingLeft();
});

test('a client that calls /bridge/verify too often is rejected, and others are not', async () => {
  const ask = (address: string) =>
    bridge.ask('POST', `/bridge/verify?client_id=${clientId(12)}&url=https://dapp.example`, {
      'X-Forwarded-For': address,
    });
  let refused = 0;
  for (let number = 0; number < 1_000; number += 1) {
    if ((await ask('203.0.113.31')).status === 429) refused += 1;
  }
  assert.ok(refused > 0);
  const counted = await bridge.metric(
    'prichal_bridge_requests_refused_total{reason="verify_rate"}',
  );
  assert.ok(counted >= refused);
  assert.equal((await ask(friend)).status, 200);
  await bridge.expectNothingLeft();
});

test('all addresses of an IPv6 /48 share one limit', async () => {
  const small = await AttackedBridge.start({
    PRICHAL_BRIDGE_RATE_LIMIT: '1',
    PRICHAL_BRIDGE_RATE_BURST: '1',
    PRICHAL_BRIDGE_ID_RATE: '0',
  });
  let taken = 0;
  for (let number = 0; number < 400; number += 1) {
    // Each address has its own /64. All are in one /48.
    const address = `2001:db8:7:${(number * 163).toString(16)}::1`;
    if ((await small.post(address, clientId(7), clientId(12), `${number}`, short)).status === 200)
      taken += 1;
  }
  // A burst of 32, and 32 a second while the test runs.
  assert.ok(taken < 390, `${taken} of 400`);
  const other = await small.post('2001:db8:8::1', clientId(7), clientId(12), 'other', short);
  assert.equal(other.status, 200);
  await small.stop();
});

test('an attacker cannot mark a page as dangerous', async () => {
  const open = (origin: string, address: string) =>
    bridge.ask('GET', `/bridge/events?client_id=${clientId(13)}`, {
      Origin: origin,
      'X-Forwarded-For': address,
    });
  await open('https://dapp.example', owner);
  for (let number = 0; number < 40; number += 1)
    await open(`https://evil${number}.example`, '203.0.113.31');
  const verify = () =>
    bridge.ask(
      'POST',
      `/bridge/verify?client_id=${clientId(13)}&url=https://dapp.example&type=connect`,
      { 'X-Forwarded-For': owner },
    );
  assert.equal((await verify()).body, '{"status":"ok"}\n');
  for (let number = 0; number < 40; number += 1)
    await open('https://evil.example', `203.0.113.${40 + number}`);
  assert.doesNotMatch((await verify()).body, /danger/);
  await bridge.expectNothingLeft();
});

test('pages that are not on the list are rejected, and the list contains only pages', async () => {
  const listed = await AttackedBridge.start({
    PRICHAL_BRIDGE_ORIGINS: 'https://dapp.example',
  });
  const open = (headers: Record<string, string>) =>
    listed.ask('GET', `/bridge/events?client_id=${clientId(14)}`, headers);
  assert.equal((await open({ Origin: 'https://evil.example' })).status, 403);
  assert.equal((await open({ Origin: 'https://dapp.example' })).status, 200);
  assert.equal((await open({})).status, 200);
  await listed.stop();
});

test('the operator’s listener rejects unknown host names', async () => {
  const port = Number(new URL(bridge.admin).port);
  const ask = (host: string) => bridge.ask('GET', '/metrics', { Host: host }, port);
  assert.equal((await ask(`rebound.example:${port}`)).status, 421);
  assert.equal((await ask(`127.0.0.1:${port}`)).status, 200);
});

test('GET /bridge/limits reports the limits', async () => {
  const answer = await bridge.ask('GET', '/bridge/limits', {});
  assert.equal(answer.status, 200);
  assert.equal(JSON.parse(answer.body).message.ttl_min, 1);
});

test('idle connections are dropped for new users', async () => {
  const small = await AttackedBridge.start({ PRICHAL_SERVER_MAX_CONNECTIONS: '200' });
  const sockets: net.Socket[] = [];
  for (let number = 0; number < 400; number += 1) {
    const socket = await small.connect();
    socket.write('GET /bridge/nothing HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.resume();
    sockets.push(socket);
  }
  for (let number = 0; number < 20; number += 1) {
    const answer = await small.post(friend, clientId(7), clientId(9), `visit ${number}`, short);
    assert.equal(answer.status, 200, answer.body);
  }
  for (const socket of sockets) socket.destroy();
  await small.expectNothingLeft();
  await small.stop();
});

test('truncating the messages file under load loses no message and rejects no request', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'prichal-abuse-'));
  context.after(() => rm(folder, { recursive: true }));
  const attacked = await AttackedBridge.start({}, [], ['--data', folder]);
  context.after(() => attacked.kill());
  const to = clientId(11);
  const sent: string[] = [];
  const send = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const text = `kept ${sent.length}`;
      // Many addresses, so that no limit per address applies.
      const address = `198.51.100.${sent.length % 250}`;
      const answer = await attacked.post(address, clientId(7), to, text);
      assert.equal(answer.status, 200, answer.body);
      sent.push(text);
    }
  };
  await send(200);
  await truncate(join(folder, 'bridge.db'), 4096);
  await truncate(join(folder, 'bridge.db-wal'), 100);
  await send(50);
  await until('a new file is written', async () => {
    return (await attacked.metric('prichal_store_messages_stored_total')) >= 450;
  });
  assert.equal(await attacked.metric('prichal_store_files_set_aside_total'), 1);
  await attacked.kill();
  const again = await AttackedBridge.start({}, [], ['--data', folder]);
  context.after(() => again.kill());
  const receiver = await again.listen(owner, to);
  assert.deepEqual(receiver.messages, sent);
  receiver.close();
});
