import { UserRejectsError as SdkUserRejects } from '@prichal/sdk';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useTonConnectUI } from '../../react/hooks.js';
import type { TonConnectUI } from '../../react/ton-connect-ui.js';
import { painted } from '../../testing/painted.js';
import { renderWidget } from '../../testing/render-widget.js';
import { remoteWallet, scriptedConnector, walletOf } from '../../testing/scripted-connector.js';
import { until } from '../../testing/until.js';
import type { RequestCancelledError, RequestOutcome } from '../errors/request-cancelled-error.js';
import { internalsOf } from '../internals.js';

/*
 * Every order of three events of one request. A model keeps the true state: whether the wallet has the
 * request, whether the app waits, and the wallet's answer. After each event, the texts on the page are
 * compared with it.
 */

type Truth = {
  /** The connector has reported that the wallet's bridge accepted the request. */
  sent: boolean;
  /** Whether the page waits, or why it stopped. */
  over: null | 'closed' | 'aborted' | 'disconnected' | 'expired' | 'answered';
  answer: null | 'signed' | 'refused';
  /** The session that an answer would use. */
  connected: boolean;
  online: boolean;
};

/** An event that is impossible in the state is skipped. */
const EVENTS = [
  'sent',
  'closed',
  'aborted',
  'signed',
  'refused',
  'expired',
  'gone',
  'offline',
] as const;
type Event = (typeof EVENTS)[number];

const possible: Record<Event, (truth: Truth) => boolean> = {
  sent: ({ sent, answer }) => !sent && !answer,
  closed: ({ over }) => !over,
  aborted: ({ over }) => !over,
  signed: ({ answer, connected }) => !answer && connected,
  refused: ({ answer, connected }) => !answer && connected,
  expired: ({ over }) => !over,
  gone: ({ connected }) => connected,
  offline: ({ over, online: was }) => !over && was,
};

function after(truth: Truth, event: Event): Truth {
  const over = (why: Truth['over']): Truth => ({ ...truth, over: truth.over ?? why });
  switch (event) {
    case 'sent':
      return { ...truth, sent: true };
    case 'signed':
    case 'refused':
      return { ...over('answered'), answer: event };
    case 'gone':
      return { ...over('disconnected'), connected: false };
    case 'offline':
      return { ...truth, online: false };
    default:
      return over(event);
  }
}

/**
 * Returns every order of three events, or of fewer if no more are possible. Earlier events are checked on the
 * way.
 */
function orders(truth: Truth, depth: number): Event[][] {
  const next = EVENTS.filter((event) => possible[event](truth));
  if (depth === 0 || next.length === 0) return [[]];
  return next.flatMap((one) => orders(after(truth, one), depth - 1).map((rest) => [one, ...rest]));
}

const BEGINNING: Truth = { sent: false, over: null, answer: null, connected: true, online: true };
const ORDERS = orders(BEGINNING, 3);

let online = true;

async function widget() {
  const info = { ...remoteWallet('Alpha'), openMethod: 'qrcode' };
  localStorage.setItem('ton-connect-ui_wallet-info', JSON.stringify(info));
  let ui: TonConnectUI | undefined;
  const App = () => {
    [ui] = useTonConnectUI();
    return <main>The app</main>;
  };
  const connector = scriptedConnector([remoteWallet('Alpha')], walletOf('alpha'));
  const { screen } = await renderWidget({
    connector,
    actionsConfiguration: { modals: 'all', notifications: 'all' },
    children: <App />,
  });
  return { connector, screen, ui: await until(() => ui?.connected && ui) };
}

/** Polls often: there are hundreds of orders, each with a dozen waits. */
const soon = <T,>(condition: () => T) => vi.waitUntil(condition, { timeout: 20_000, interval: 5 });

type World = Awaited<ReturnType<typeof widget>>;

/** Returns the texts of dialogs and notices that are not closing. */
const said = (): string =>
  [...document.querySelectorAll('dialog[open], section[aria-live] > [data-state]')]
    .filter((part) => part.getAttribute('data-state') !== 'closing')
    .map((part) => (part as HTMLElement).innerText)
    .join('\n');

/** Texts that must not be shown, by the condition that makes them false. */
function untrue({ sent, over, answer }: Truth): [RegExp, string][] {
  const all: [boolean, RegExp, string][] = [
    [!sent, /waiting there|is waiting for your/, 'delivery, before it'],
    [
      answer !== 'refused',
      /balance has not changed/,
      'that nothing changed, while it may be signed',
    ],
    [answer !== 'signed', /Transaction (was )?sent/, 'that it was sent'],
    [over !== 'expired', /Request expired/, 'that it has expired'],
    [true, /Nothing was sent/, 'that nothing has left the page, where it may have'],
    [over !== null, /Sending the request|Time left/, 'that it waits'],
    [over !== 'closed' && over !== 'aborted', /We stopped waiting/, 'that it was given up'],
  ];
  return all.flatMap(([when, words, what]) => (when ? [[words, what] as [RegExp, string]] : []));
}

/** Texts that must be shown after an event. */
function due(truth: Truth, event: Event): RegExp | null {
  const { over, answer, sent } = truth;
  if (event === 'gone') return /Wallet disconnected/;
  if (event === 'signed') return over === 'answered' ? /Transaction sent/ : /sent after all/;
  if (event === 'refused' && over === 'answered') return /Transaction cancelled/;
  if (event === 'expired') return /Request expired/;
  if (event === 'closed' || event === 'aborted')
    return /stopped waiting[\s\S]*still open in the wallet/;
  if (over || answer) return null;
  if (!online) return /You’re offline/;
  return sent ? /waiting there/ : /Sending the request/;
}

async function walk({ connector, ui }: World, events: Event[]): Promise<void> {
  const nth = connector.requests.length;
  const abort = new AbortController();
  const from = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => from);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const validUntil = Math.floor(from / 1000) + 120;
  const messages = [{ address: walletOf('alpha').account.address, amount: '1500000000' }];
  const result = ui.sendTransaction({ validUntil, messages }, { signal: abort.signal }).then(
    () => 'signed' as const,
    (error: Error) => error as RequestCancelledError,
  );
  const request = await soon(() => connector.requests[nth]);
  const action = () => internalsOf(ui).store.get().requests.at(-1);
  await soon(() => action()?.name === 'confirm-transaction');
  const happen: Record<Event, () => void> = {
    sent: () => request.options.onRequestSent?.(),
    closed: () => action()?.close(),
    aborted: () => abort.abort(),
    signed: () => request.resolve({ boc: 'te6cc' }),
    refused: () => request.reject(new SdkUserRejects('no')),
    expired() {
      // The request's clock, and then the last wait for an answer.
      const run = (ms: (asked: number) => boolean): void => {
        const at = timers.mock.calls.findLastIndex(([, asked = 0]) => ms(asked));
        (timers.mock.calls[at]?.[0] as (() => void) | undefined)?.();
      };
      run((asked) => asked > 100_000 && asked <= 120_000);
      run((asked) => asked === 3000);
    },
    gone: () => connector.answer(null),
    offline() {
      online = false;
      window.dispatchEvent(new Event('offline'));
    },
  };
  let truth = BEGINNING;
  try {
    for (const event of [null, ...events]) {
      if (event) {
        happen[event]();
        truth = after(truth, event);
        await painted();
      }
      const wanted = due(truth, event ?? 'offline');
      if (wanted) await soon(() => wanted.test(said())).catch(() => fail(`${wanted} is said`));
      for (const [words, what] of untrue(truth)) {
        await soon(() => !words.test(said())).catch(() => fail(`nobody says ${what}`));
      }
    }
    await checkCaller(truth);
  } finally {
    clock.mockRestore();
    timers.mockRestore();
    online = true;
    window.dispatchEvent(new Event('online'));
    // Nothing is left of it when the next order begins.
    internalsOf(ui).store.set({ requests: [] });
    connector.answer(null);
    connector.answer(walletOf('alpha'));
    // The end of the session has a notice too, which comes later than the others.
    await soon(() => {
      for (const one of document.querySelectorAll<HTMLElement>('[aria-label="Close the notice"]')) {
        one.click();
      }
      return said() === '';
    });
  }

  /** Checks that the promise reports to the caller what the page shows to the user. */
  async function checkCaller({ over, answer, sent, connected }: Truth): Promise<void> {
    if (!over) return;
    const told = await result;
    if (over === 'answered') {
      const same =
        answer === 'signed' ? told === 'signed' : (told as Error).name === 'UserRejectsError';
      if (!same) fail('the answer is the caller’s');
      return;
    }
    const { code, reason, delivered, outcome } = told as RequestCancelledError;
    expect({ code, reason }).toEqual({
      code: over === 'expired' ? 'EXPIRED' : 'CANCELLED',
      reason: over,
    });
    // The report may be older than the answer.
    expect(delivered).toBe(sent ? (events.indexOf('sent') < endedAt() ? true : null) : null);
    if (!answer && connected) return;
    const late: RequestOutcome = await outcome;
    const unheard = events.indexOf('gone') >= 0 && events.indexOf('gone') < answeredAt();
    expect(late.status).toBe(unheard ? 'unknown' : answer);
  }

  function endedAt(): number {
    return events.findIndex((one) => ['closed', 'aborted', 'expired', 'gone'].includes(one));
  }
  function answeredAt(): number {
    const at = events.findIndex((one) => one === 'signed' || one === 'refused');
    return at < 0 ? events.length : at;
  }
  function fail(what: string): never {
    throw new Error(`${events.join(', ') || 'at first'}: not true that ${what}. Said: ${said()}`);
  }
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => vi.restoreAllMocks());

it.each(EVENTS)(
  'matches the model in every order that begins with: %s',
  async (first) => {
    const world = await widget();
    const walks = ORDERS.filter(([event]) => event === first);
    expect(walks.length).toBeGreaterThan(0);
    for (const events of walks) await walk(world, events);
  },
  180_000,
);
