import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postMessage } from './post-message.js';

const BODY = Uint8Array.of(1, 2, 3);

const POST = {
  bridgeUrl: 'https://bridge.example.org/bridge/',
  from: 'a1',
  to: 'b2',
  topic: 'signData',
  body: BODY,
};

let answers: (() => Promise<Response>)[];
let requests: { url: string; init: RequestInit }[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  requests = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return answers.shift()?.() ?? Promise.resolve(new Response());
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failed = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch');
};
const refused = async (): Promise<Response> => new Response('', { status: 500 });

const send = (rest: object = {}, { signal } = new AbortController()): Promise<void> =>
  postMessage(POST, { traceId: 't1', signal, ...rest });

describe('postMessage', () => {
  it('PostsTheMessageToTheBridge', async () => {
    await send({ keepalive: true });
    expect(requests).toMatchObject([
      {
        url: 'https://bridge.example.org/bridge/message?client_id=a1&to=b2&ttl=300&topic=signData&trace_id=t1',
        init: { method: 'post', body: 'AQID', keepalive: true },
      },
    ]);
  });

  it('RepeatsAFailedPostEveryFiveSecondsUntilItIsSent', async () => {
    answers = [failed, refused, refused];
    const sent = send();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_200);
    expect(requests).toHaveLength(4);
    await sent;
    expect(new Set(requests.map(({ url, init }) => url + init.body)).size).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('RepeatsAPostThatHangs', async () => {
    answers = [
      () =>
        new Promise((_, reject) => {
          requests[0]?.init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    ];
    const sent = send();
    await vi.advanceTimersByTimeAsync(20_100);
    expect(requests).toHaveLength(2);
    await sent;
  });

  it('RejectsAfterTheLastAttempt', async () => {
    answers = [failed, refused];
    const sent = expect(send({ attempts: 2 })).rejects.toThrow('Bridge send failed, status 500');
    await vi.advanceTimersByTimeAsync(5_000);
    await sent;
    expect(requests).toHaveLength(2);
  });

  it('RejectsAsSoonAsTheSignalAborts', async () => {
    answers = [failed];
    const controller = new AbortController();
    const sent = expect(send({}, controller)).rejects.toThrow('Aborted after attempts 1');
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await sent;
    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
