import { ParseHexError } from '../errors/index.js';

/** Returns bytes as lower-case hex digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns the bytes of hex digits of either case.
 * @throws ParseHexError if a character is not a hex digit, or their number is odd.
 */
export function parseHex(text: string): Uint8Array<ArrayBuffer> {
  const hex = text.toLowerCase();
  if (hex.length % 2) {
    throw new ParseHexError(`Hex string must have length a multiple of 2: ${hex}`);
  }
  const pairs = hex.match(/../gs) ?? [];
  const wrong = pairs.find((pair) => !/[\da-f]{2}/.test(pair));
  if (wrong) throw new ParseHexError(`Invalid hex character: ${wrong}`);
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
