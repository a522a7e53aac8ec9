import type { Version7Options } from '../types/ton-connect.js';
import { toHex } from './hex.js';

/** Time and counter of the latest UUID without options. */
const latest = { msecs: 0, seq: 0 };

/**
 * Makes a UUID of version 7 (RFC 9562): 48 bits of milliseconds, 32 of a counter, the rest random. UUIDs
 * without options are in ascending order. With `buf`, writes the 16 bytes there at `offset`.
 * @throws RangeError if `buf` is too short.
 */
export function UUIDv7(options?: Version7Options, buf?: undefined, offset?: number): string;
export function UUIDv7<TBuf extends Uint8Array = Uint8Array>(
  options: Version7Options | undefined,
  buf: TBuf,
  offset?: number,
): TBuf;
export function UUIDv7(
  options?: Version7Options,
  buf?: Uint8Array,
  offset = 0,
): string | Uint8Array {
  const bytes = Uint8Array.from(
    options?.random ?? options?.rng?.() ?? crypto.getRandomValues(new Uint8Array(16)),
  );
  if (bytes.length < 16) throw new Error('Random bytes length must be >= 16');
  const view = new DataView(bytes.buffer);
  const { msecs, seq } = options ?? next(view.getUint32(6) >>> 1);
  const time = msecs ?? Date.now();
  // Version and variant split the counter into parts of 4, 8, 6, 8 and 6 bits.
  const counter = seq ?? view.getUint32(6);
  view.setUint32(0, time / 2 ** 16);
  view.setUint16(4, time % 2 ** 16);
  view.setUint16(6, 0x7000 | (counter >>> 20));
  view.setUint16(8, 0x8000 | ((counter >>> 6) & 0x3fff));
  view.setUint8(10, (counter << 2) | (view.getUint8(10) & 3));
  if (buf) {
    buf.set(bytes.subarray(0, 16), offset);
    return buf;
  }
  return toHex(bytes.subarray(0, 16)).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the present time with a random counter, or the latest one with the counter increased. */
function next(random: number): typeof latest {
  const now = Date.now();
  if (now > latest.msecs) {
    latest.msecs = now;
    latest.seq = random;
  } else {
    latest.seq = (latest.seq + 1) | 0;
    if (latest.seq === 0) latest.msecs += 1;
  }
  return latest;
}
