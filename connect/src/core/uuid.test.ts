import { UUIDv7 } from '@prichal/sdk';
import { UUIDv7 as sdkUuid } from '@tonconnect/sdk';
import { describe, expect, it } from 'vitest';

const random = Uint8Array.from({ length: 16 }, (_, i) => 17 * i);

describe('UUIDv7', () => {
  it('is a UUID of version 7, of now', () => {
    const id = UUIDv7();
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const ms = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(Math.abs(Date.now() - ms)).toBeLessThan(1000);
  });

  it('sorts by time, and is unique', () => {
    const ids = [1, 2, 3, 2 ** 40].map((msecs) => UUIDv7({ msecs }));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => UUIDv7())).size).toBe(1000);
  });

  it.each([
    { msecs: 0x18cc_f6d3_0ad7, seq: 0x9abcdef0, random },
    { msecs: 1, seq: 0, random },
    { msecs: 2 ** 47, seq: 0xffffffff, rng: () => random },
  ])('formats %j as the SDK does', (options) => {
    expect(UUIDv7(options)).toBe(sdkUuid(options));
    const buffer = new Uint8Array(20);
    expect(UUIDv7(options, buffer, 3)).toBe(buffer);
    expect(buffer).toEqual(sdkUuid(options, new Uint8Array(20), 3));
  });
});
