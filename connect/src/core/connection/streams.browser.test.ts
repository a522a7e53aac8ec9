import { SessionCrypto } from '@prichal/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TonConnectUI } from '../../react/ton-connect-ui.js';
import { ADDRESS } from '../../testing/scripted-connector.js';
import { storeSession } from '../../testing/stored-session.js';
import { until } from '../../testing/until.js';

/* The connector with streams of the test: which ones it opens, from which event, and when it closes them. */
const app = new SessionCrypto();
const wallet = new SessionCrypto();

class Stream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static opened: Stream[] = [];
  static refused = false;
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
    queueMicrotask(() => {
      if (Stream.refused) this.fail(2);
      else {
        this.readyState = 1;
        this.onopen?.(new Event('open'));
      }
    });
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.onerror?.(new Event('error'));
  }
  close(): void {
    this.readyState = 2;
  }
}

const open = (): Stream[] => Stream.opened.filter(({ readyState }) => readyState < 2);
let hidden = false;
let ui: TonConnectUI;

function setHidden(value: boolean): void {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

beforeEach(async () => {
  localStorage.clear();
  Stream.opened = [];
  vi.stubGlobal('EventSource', Stream);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  storeSession({ app, wallet, features: [{ name: 'SendTransaction', maxMessages: 4 }] });
  ui = new TonConnectUI({ manifestUrl: 'https://app.example/m.json', walletsListSource: '/hangs' });
  await ui.connectionRestored;
  await until(() => open().length === 1);
});
afterEach(() => {
  ui.destroy();
  setHidden(false);
  Stream.refused = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Sends an answer of the wallet, by default to an unknown request. */
function event(id: string, answer = '{"id":"9","result":""}'): void {
  const bytes = wallet.encrypt(answer, ofHex(app.sessionId));
  const message = btoa(String.fromCharCode(...bytes));
  const data = JSON.stringify({ from: wallet.sessionId, message });
  open()[0]?.onmessage?.(new MessageEvent('message', { data, lastEventId: id }));
}

const ofHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

it.each([
  ['is visible again', () => setHidden(false)],
  [
    'comes out of the back-forward cache',
    () => {
      hidden = false;
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    },
  ],
  [
    'is online again',
    () => {
      hidden = false;
      window.dispatchEvent(new Event('online'));
    },
  ],
])(
  'rests while the page is hidden, and goes on from the last event when it %s',
  async (_, wake) => {
    event('77');
    await until(() => Object.values({ ...localStorage }).includes('77'));
    setHidden(true);
    await until(() => open().length === 0);
    wake();
    await until(() => open().length === 1);
    expect(new URL(open()[0]?.url ?? '').searchParams.get('last_event_id')).toBe('77');
    expect(ui.connected).toBe(true);
  },
);

it('opens one stream when it wakes twice', async () => {
  setHidden(true);
  setHidden(false);
  window.dispatchEvent(new Event('online'));
  await until(() => Stream.opened.length > 1);
  await until(() => open().length === 1);
});

it('opens no stream after the widget has stopped', async () => {
  ui.destroy();
  await until(() => open().length === 0);
  const before = Stream.opened.length;
  setHidden(true);
  setHidden(false);
  window.dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(Stream.opened).toHaveLength(before);
});

it('reopens a failed stream of a visible page with backoff', async () => {
  event('77');
  await until(() => Object.values({ ...localStorage }).includes('77'));
  setHidden(true);
  await until(() => open().length === 0);
  const toFake = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'];
  vi.useFakeTimers({ toFake: toFake as [] });
  setHidden(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(open()).toHaveLength(1);

  Stream.refused = true;
  // A dropped connection. The browser would reconnect without the ID of the last event.
  open()[0]?.fail(0);
  const before = Stream.opened.length;
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = Stream.opened.length - before;
  expect(tries).toBeGreaterThan(3);
  // Pauses double: 2, 4, 8, 16 and 30 s, each with a jitter of 25 %.
  expect(tries).toBeLessThan(8);

  Stream.refused = false;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(open()).toHaveLength(1);
  expect(new URL(open()[0]?.url ?? '').searchParams.get('last_event_id')).toBe('77');
  const healed = Stream.opened.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Stream.opened).toHaveLength(healed);
});

it.each(['is answered after it', 'is never answered'])(
  'takes the answer of a wallet that comes before the POST of its request %s',
  async (name) => {
    const posts: { id: string; answer: (response: Response) => void }[] = [];
    vi.mocked(window.fetch).mockImplementation((url, options) => {
      if (options?.method?.toUpperCase() !== 'POST') return new Promise(() => undefined);
      expect(String(url)).toContain('topic=sendTransaction');
      const sealed = Uint8Array.from(atob(String(options.body)), (byte) => byte.charCodeAt(0));
      const { id } = JSON.parse(wallet.decrypt(sealed, ofHex(app.sessionId)));
      return new Promise((answer) => posts.push({ id, answer }));
    });
    const sent = ui.sendTransaction(
      {
        validUntil: Math.floor(Date.now() / 1000) + 300,
        messages: [{ address: ADDRESS, amount: '1' }],
      },
      { modals: [], notifications: [], skipRedirectToWallet: 'always' },
    );
    const post = await until(() => posts[0]);
    event('78', JSON.stringify({ id: post.id, result: 'te6cc' }));
    await until(() => Object.values({ ...localStorage }).includes('78'));
    if (name === 'is answered after it') post.answer(Response.json({ statusCode: 200 }));
    expect(await sent).toMatchObject({ boc: 'te6cc' });
    expect(posts).toHaveLength(1);
  },
);
