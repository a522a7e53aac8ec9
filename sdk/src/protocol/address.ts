import { WrongAddressError } from '../errors/index.js';
import { decodeBase64, encodeBase64 } from './base64.js';
import { parseHex, toHex } from './hex.js';

const BOUNCEABLE = 0x11;
const NON_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;

/**
 * Returns the user-friendly, non-bounceable form of a raw address: 48 characters of base64url.
 * @param hexAddress `<workchain>:<64 hex digits>`, in workchain 0 or -1.
 * @param testOnly Marks the address as one of a test network.
 * @throws WrongAddressError or ParseHexError if `hexAddress` is not a raw address.
 */
export function toUserFriendlyAddress(hexAddress: string, testOnly = false): string {
  const { workchain, hash } = parseRawAddress(hexAddress);
  const bytes = [NON_BOUNCEABLE | (testOnly ? TEST_ONLY : 0), workchain & 0xff, ...hash];
  const crc = crc16(bytes);
  return encodeBase64(Uint8Array.of(...bytes, crc >> 8, crc & 0xff))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/**
 * Returns the parts of a raw address. `hash` has 32 bytes.
 * @throws WrongAddressError or ParseHexError if `address` is not a raw address.
 */
export function parseRawAddress(address: string): { workchain: number; hash: Uint8Array } {
  const [left = '', hex, more] = address.split(':');
  const workchain = Number.parseInt(left, 10);
  const problem =
    hex === undefined
      ? 'Address must include ":".'
      : more !== undefined
        ? 'Address must include ":" only once.'
        : workchain !== 0 && workchain !== -1
          ? `WC must be eq 0 or -1, but ${workchain} received.`
          : hex.length !== 64 && `Hex part must be 64bytes length, but ${hex.length} received.`;
  if (problem || !hex) throw new WrongAddressError(`Wrong address ${address}. ${problem}`);
  return { workchain, hash: parseHex(hex) };
}

/**
 * Returns the raw form of a user-friendly address.
 * @throws WrongAddressError if `address` is not a user-friendly address, or its checksum is wrong.
 */
export function toRawAddress(address: string): string {
  const bytes = bytesOf(address);
  const [tag = 0, workchain = 0] = bytes;
  const kind = tag & ~TEST_ONLY;
  const problem =
    bytes.length !== 36
      ? `Invalid address length: ${address}`
      : crc16(bytes.subarray(0, 34)) !== ((bytes[34] ?? 0) << 8) + (bytes[35] ?? 0)
        ? `Invalid checksum in address: ${address}`
        : kind !== BOUNCEABLE && kind !== NON_BOUNCEABLE
          ? `Unknown address tag: ${kind}`
          : workchain !== 0 && workchain !== 0xff && `Invalid workchain: ${workchain}`;
  if (problem) throw new WrongAddressError(problem);
  return `${workchain && -1}:${toHex(bytes.subarray(2, 34))}`;
}

function bytesOf(address: string): Uint8Array {
  try {
    return decodeBase64(address.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    throw new WrongAddressError(`Invalid base64 encoding in address: ${address}`);
  }
}

/** CRC-16/XMODEM: polynomial 0x1021, initial value 0. */
function crc16(bytes: Iterable<number>): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
    }
  }
  return crc;
}
