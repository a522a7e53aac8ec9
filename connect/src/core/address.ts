import { ParseHexError, WrongAddressError } from './errors/wallet-errors.js';

/** Tag of a non-bounceable address, the form of wallet addresses. */
const NON_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;
const RAW = /^(0|-1):(.*)$/;

/**
 * Converts `0:<64 hex>` to the 48-character user-friendly address: tag, workchain, hash and CRC16 in
 * base64url.
 * @throws WrongAddressError if `rawAddress` is not a raw address of workchain 0 or -1.
 * @throws ParseHexError if its hash is not 64 hex digits.
 */
export function toUserFriendlyAddress(rawAddress: string, testOnly = false): string {
  const [, workchain, hash = ''] = RAW.exec(rawAddress) ?? [];
  const digits = /^[0-9a-f]{64}$/i.test(hash) && hash.match(/../g);
  if (!digits) {
    throw new (workchain ? ParseHexError : WrongAddressError)(
      `"${rawAddress}" is not a raw address: expected 0:<64 hex digits>.`,
    );
  }
  const bytes = [
    NON_BOUNCEABLE | (testOnly ? TEST_ONLY : 0),
    Number(workchain) & 0xff,
    ...digits.map((byte) => Number.parseInt(byte, 16)),
  ];
  const crc = crc16(bytes);
  return btoa(String.fromCharCode(...bytes, crc >> 8, crc & 0xff))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Returns the CRC-16/XMODEM: polynomial 0x1021, initial value 0. */
function crc16(bytes: readonly number[]): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
    }
  }
  return crc;
}
