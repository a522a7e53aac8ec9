import { describe, expect, it } from 'vitest';
import type { Passed } from '../bridge-feed';
import { clockOf, filtered, folded, hasSpoken, lineOf, timelineOf } from './timeline';

const APP = 'aa'.repeat(32);
const WALLET = 'bb'.repeat(32);
const NOBODY = { sessions: [], queue: [] };

const telegram = [
  { id: 1, at: 10, direction: 'from app' as const, type: 'web_app_ready', data: {}, note: null },
  { id: 2, at: 30, direction: 'host' as const, type: 'frame opened', data: undefined, note: null },
];
const spoken = [
  {
    id: 1,
    at: 20,
    direction: 'to wallet' as const,
    app: 'Example',
    via: 'bridge' as const,
    message: { method: 'sendTransaction', id: '1', params: ['{}'] },
    note: null,
  },
];
const message = (more: Partial<Passed> = {}): Passed => ({
  number: 1,
  at: 25,
  kind: 'message',
  clients: [APP],
  to: WALLET,
  bytes: 345,
  fault: 'none',
  ...more,
});

describe('timeline', () => {
  it('has all events in order', () => {
    const moments = timelineOf(telegram, spoken, [message()], NOBODY);
    expect(moments.map(({ source, what }) => `${source} ${what}`)).toEqual([
      'telegram web_app_ready',
      'tonconnect sendTransaction',
      'bridge message',
      'telegram frame opened',
    ]);
  });

  it('names clients that the wallet knows', () => {
    const channel = {
      peer: APP,
      keys: { publicKey: WALLET, secretKey: '' },
      bridgeUrl: 'https://b.example/bridge',
    };
    const session = { kind: 'bridge' as const, channel, manifest: { name: 'Example' } };
    const known = { ...NOBODY, sessions: [session as never] };
    const [there] = timelineOf([], [], [message()], known);
    expect(there).toMatchObject({
      direction: 'from app',
      note: 'Example → the dev wallet, 345 bytes',
    });
    const [back] = timelineOf([], [], [message({ clients: [WALLET], to: APP })], known);
    expect(back).toMatchObject({ direction: 'to app' });
  });

  it('shows the effect on a request, and a part of the id of an unknown client', () => {
    const [moment] = timelineOf([], [], [message({ fault: 'lost' })], NOBODY);
    expect(moment?.note).toBe('client aaaa…aaaa → client bbbb…bbbb, 345 bytes (lost)');
  });

  it('names answers by their kind', () => {
    const answer = (said: object) => ({ ...spoken[0], message: said }) as never;
    const names = timelineOf(
      [],
      [
        answer({ id: '1', result: 'x' }),
        answer({ id: '1', error: {} }),
        answer({ event: 'connect' }),
      ],
      [],
      NOBODY,
    );
    expect(names.map(({ what }) => what)).toEqual(['result', 'error', 'connect']);
  });
});

describe('filter', () => {
  const moments = timelineOf(telegram, spoken, [message()], NOBODY);

  it('selects the sources', () => {
    expect(filtered(moments, 'tonconnect,bridge', '')).toHaveLength(2);
    expect(filtered(moments, '', '')).toEqual([]);
  });

  it('finds words anywhere in a line', () => {
    expect(filtered(moments, 'telegram,tonconnect,bridge', 'SENDtransaction')).toHaveLength(1);
  });
});

describe('start of the app', () => {
  const said = (
    id: number,
    at: number,
    type: string,
    note: string | null = null,
    direction: 'from app' | 'to app' = 'from app',
  ) => ({
    ...{ id, at, type, note, data: {} },
    direction: type === 'frame opened' ? ('host' as const) : direction,
  });
  const linesOf = (...entries: ReturnType<typeof said>[]) =>
    folded(timelineOf(entries, [], [], NOBODY)).map((line) =>
      'moments' in line ? line.moments.length : line.what,
    );

  it('is one line, up to the message that ends it', () => {
    const opened = said(1, 0, 'frame opened');
    const ready = said(3, 20, 'web_app_ready');
    expect(linesOf(opened, said(2, 10, 'iframe_ready'), ready, said(4, 30, 'later'))).toEqual([
      3,
      'later',
    ]);
  });

  it('ends with a pause, or with a message sent by hand', () => {
    const opened = said(1, 0, 'frame opened');
    const first = said(2, 5000, 'iframe_ready');
    expect(linesOf(opened, first, said(3, 7001, 'later'))).toEqual([2, 'later']);
    expect(linesOf(opened, first, said(3, 9000, 'web_app_ready'))).toEqual([3]);
    expect(linesOf(opened, first, said(3, 5001, 'tried', 'sent by hand'))).toEqual([2, 'tried']);
  });

  it('ends with a pause if the app has sent nothing', () => {
    const opened = said(1, 0, 'frame opened');
    const told = (id: number, at: number) => said(id, at, 'theme_changed', null, 'to app');
    expect(linesOf(opened, told(2, 10), told(3, 2011))).toEqual([2, 'theme_changed']);
  });

  it('ends with a message sent by hand to a closed app', () => {
    const note = 'sent by hand, not delivered: the app is closed';
    expect(linesOf(said(1, 0, 'frame opened'), said(2, 10, 'tried', note))).toEqual([1, 'tried']);
  });

  it('is spoken once the app has sent a message', () => {
    const spokenIn = (...entries: ReturnType<typeof said>[]) =>
      folded(timelineOf(entries, [], [], NOBODY)).map(
        (line) => 'moments' in line && hasSpoken(line),
      );
    const opened = said(1, 0, 'frame opened');
    expect(spokenIn(opened)).toEqual([false]);
    expect(spokenIn(opened, said(2, 10, 'iframe_ready'))).toEqual([true]);
  });

  it('is a new line for each frame', () => {
    expect(linesOf(said(1, 0, 'frame opened'), said(2, 10, 'frame opened'))).toEqual([1, 1]);
  });
});

it('formats a line as text', () => {
  const [moment] = timelineOf(telegram, [], [], NOBODY);
  expect(moment && lineOf(moment)).toBe(`${clockOf(10)} telegram   -> web_app_ready {}`);
});
