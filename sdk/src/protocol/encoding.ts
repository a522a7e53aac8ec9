import { ParseHexError } from '../errors/index.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Returns bytes, or a text in UTF-8, as standard base64 with padding. */
export function encodeBase64(value: Uint8Array | string): string {
  let binary = '';
  for (const byte of typeof value === 'string' ? new TextEncoder().encode(value) : value) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary);
}

/**
 * Returns the bytes of standard base64.
 * @throws TypeError if `text` has other characters or lacks padding.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!BASE64.test(text)) throw new TypeError('malformed base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Whether `text` is standard base64 with padding. */
export const isBase64 = (text: string): boolean => BASE64.test(text);

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
