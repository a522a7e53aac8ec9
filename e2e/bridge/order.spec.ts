import { SessionCrypto } from '@tonconnect/protocol';
import { expect, test } from './test.ts';

/** Makes two client ids, as a wallet with two apps has: one stream serves both. */
const ids = () => [new SessionCrypto().sessionId, new SessionCrypto().sessionId] as const;

/** Messages of a stream, in order. */
class Heard {
  readonly messages: string[] = [];
  readonly eventIds: number[] = [];
  queueDone = 0;
  readonly source: EventSource;

  constructor(url: string) {
    this.source = new EventSource(url);
    this.source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      if (data === 'queue_done') {
        this.queueDone += 1;
        return;
      }
      this.messages.push((JSON.parse(data) as { message: string }).message);
      this.eventIds.push(Number(lastEventId));
    };
  }
}

function eventsUrl(bridge: string, to: readonly string[], more: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: to.join(','),
    enable_queue_done_event: 'true',
    ...more,
  });
  return `${bridge}/events?${query}`;
}

/** Retries until the bridge acknowledges the message. A cut may have ended the connection. */
async function post(bridge: string, to: string, body: string): Promise<void> {
  const from = new SessionCrypto().sessionId;
  const query = new URLSearchParams({ client_id: from, to, ttl: '60' });
  const send = () => fetch(`${bridge}/message?${query}`, { method: 'POST', body });
  await expect.poll(() => send().then(({ status }) => status, String)).toBe(200);
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `message ${from + index}`);

test('messages for two client ids arrive in one order, also after an interruption', async ({
  bridge,
}) => {
  const pair = ids();
  const send = async (from: number, to: number) => {
    // One after the other, so that their order is defined.
    for (const [index, name] of names(from, to).entries()) {
      await post(bridge.url, pair[(index * 7 + from) % 3 === 0 ? 0 : 1] ?? '', name);
    }
  };
  await send(0, 6);
  const heard = new Heard(eventsUrl(bridge.url, pair));
  await expect.poll(() => heard.messages).toEqual(names(0, 6));
  await expect.poll(() => heard.queueDone).toBe(1);
  await send(6, 12);
  await expect.poll(() => heard.messages).toEqual(names(0, 12));
  // The client reconnects by itself, with the header Last-Event-ID.
  bridge.wire.cut();
  await send(12, 18);
  await expect.poll(() => heard.messages).toEqual(names(0, 18));
  await expect.poll(() => heard.queueDone).toBe(2);
  expect(heard.eventIds).toEqual([...new Set(heard.eventIds)].sort((a, b) => a - b));
  heard.source.close();
});

test('a cursor returns the messages after it, also after a restart', async ({ bridge }) => {
  const pair = ids();
  for (const [index, name] of names(0, 8).entries()) {
    await post(bridge.url, pair[index % 2] ?? '', name);
  }
  // Delivery is not an acknowledgement: messages stay until a client reconnects with a later
  // cursor.
  const all = new Heard(eventsUrl(bridge.url, pair));
  await expect.poll(() => all.messages).toEqual(names(0, 8));
  all.source.close();
  await bridge.stop('SIGKILL');
  await bridge.startAgain();
  const last = String(all.eventIds[4]);
  const rest = new Heard(eventsUrl(bridge.url, pair, { last_event_id: last }));
  await expect.poll(() => rest.queueDone).toBe(1);
  expect(rest.messages).toEqual(names(5, 8));
  expect(rest.eventIds).toEqual(all.eventIds.slice(5));
  await post(bridge.url, pair[0], 'live');
  await expect.poll(() => rest.messages.at(-1)).toBe('live');
  rest.source.close();
});
