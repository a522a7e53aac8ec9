import type { Version7Options } from '@prichal/sdk';

/**
 * An id that sorts by time (RFC 9562, version 7): 48 bits of milliseconds, 32 of a counter, or random
 * without one, the rest random. With `buf`, the 16 bytes are written there instead.
 */
export function UUIDv7(options?: Version7Options, buf?: undefined, offset?: number): string;
export function UUIDv7<B extends Uint8Array>(
  options: Version7Options | undefined,
  buf: B,
  offset?: number,
): B;
export function UUIDv7(
  { random, rng, msecs = Date.now(), seq }: Version7Options = {},
  buf?: Uint8Array,
  offset = 0,
): string | Uint8Array {
  const bytes = Uint8Array.from(random ?? rng?.() ?? crypto.getRandomValues(new Uint8Array(16)));
  const view = new DataView(bytes.buffer);
  // Around the version and the variant the counter has 4, 8, 6, 8 and 6 bits.
  const counter = seq ?? view.getUint32(6);
  view.setUint32(0, msecs / 2 ** 16);
  view.setUint16(4, msecs % 2 ** 16);
  view.setUint16(6, 0x7000 | (counter >>> 20));
  view.setUint16(8, 0x8000 | ((counter >>> 6) & 0x3fff));
  view.setUint8(10, (counter << 2) | (view.getUint8(10) & 3));
  if (buf) {
    buf.set(bytes, offset);
    return buf;
  }
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
