import { describe, expect, it } from 'vitest';
import type { KeyValueStorage } from '../internals.js';
import { readSession, SESSION_KEY } from './session.js';

const NOW = 1_767_225_600_000;

const holding = (value: string | null): KeyValueStorage => ({
  get: (key) => (key === SESSION_KEY ? value : null),
  set: () => undefined,
  remove: () => undefined,
});
const kindOf = (value: unknown): string =>
  readSession(holding(typeof value === 'string' ? value : JSON.stringify(value)), NOW).kind;

describe('readSession', () => {
  it('returns none without a stored session', () => {
    expect(readSession(holding(null), NOW)).toEqual({ kind: 'none' });
  });

  it.each(['', '{', '[]', '"x"', 'null', '{"type":7}', '{"type":"injected"}'])(
    'takes %j, which somebody else wrote, for none',
    (value) => expect(kindOf(value)).toBe('none'),
  );

  it('recognizes a connection over a bridge', () => {
    expect(kindOf({ type: 'http', connectEvent: { id: 1 }, session: {} })).toBe('bridge');
  });

  it('recognizes a connection through WalletConnect', () => {
    expect(kindOf({ type: 'wallet-connect' })).toBe('wallet-connect');
  });

  it('recognizes an extension, with its key', () => {
    const stored = JSON.stringify({ type: 'injected', jsBridgeKey: 'alpha' });
    expect(readSession(holding(stored), NOW)).toEqual({ kind: 'extension', jsBridgeKey: 'alpha' });
  });

  it('ignores a request that is unanswered for five minutes', () => {
    expect(kindOf({ type: 'http', createdAt: NOW - 299_999 })).toBe('pending');
    expect(kindOf({ type: 'http', createdAt: NOW - 300_000 })).toBe('none');
    expect(kindOf({ type: 'http' })).toBe('none');
  });
});
