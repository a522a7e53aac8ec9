import * as official from '@tonconnect/sdk';
import { describe, expect, it, vi } from 'vitest';
import { UUIDv7 } from './uuid.js';

const FORM = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('UUIDv7', () => {
  it('is in ascending order', () => {
    const ids = Array.from({ length: 2000 }, () => UUIDv7());
    expect(ids.every((id) => FORM.test(id))).toBe(true);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('stays in ascending order when the clock goes back', () => {
    vi.useFakeTimers({ now: 4e12 });
    const first = UUIDv7();
    vi.setSystemTime(3e12);
    const second = UUIDv7();
    vi.useRealTimers();
    expect(second > first).toBe(true);
    expect(second.slice(0, 13)).toBe(first.slice(0, 13));
  });

  it('writes the same bytes as the official SDK', () => {
    const options = { random: Uint8Array.from({ length: 16 }, (_, i) => 17 * i), msecs: 1.7e12 };
    for (const seq of [0, 1, 0x7fffffff, 0xffffffff]) {
      expect(UUIDv7({ ...options, seq })).toBe(official.UUIDv7({ ...options, seq }));
    }
    const buffers = [new Uint8Array(20), new Uint8Array(20)] as const;
    UUIDv7({ ...options, seq: 5 }, buffers[0], 4);
    official.UUIDv7({ ...options, seq: 5 }, buffers[1], 4);
    expect(buffers[0]).toEqual(buffers[1]);
    expect(UUIDv7({ rng: () => options.random })).toMatch(FORM);
  });

  it('rejects too few random bytes and a buffer that is too short', () => {
    expect(() => UUIDv7({ random: new Uint8Array(8) })).toThrow('must be >= 16');
    expect(() => UUIDv7({}, new Uint8Array(8))).toThrow(RangeError);
  });
});
