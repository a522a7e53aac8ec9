import { describe, expect, it } from 'vitest';
import type { Passed } from '../bridge-feed';
import { clockOf, filtered, lineOf, timelineOf } from './timeline';

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

it('formats a line as text', () => {
  const [moment] = timelineOf(telegram, [], [], NOBODY);
  expect(moment && lineOf(moment)).toBe(`${clockOf(10)} telegram   -> web_app_ready {}`);
});
