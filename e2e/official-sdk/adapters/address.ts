import { toRawAddress, toUserFriendlyAddress } from '../../../sdk/src/protocol/address.ts';
import { parseHex } from '../../../sdk/src/protocol/hex.ts';

export { parseHex as hexToBytes, toUserFriendlyAddress };

/** The parts of a user-friendly address. Ours gives the raw form; the flags are read from the first byte. */
export function parseUserFriendlyAddress(address: string) {
  const [wc, hex] = toRawAddress(address).split(':');
  const [tag = 0] = Buffer.from(address, 'base64');
  return { wc: Number(wc), hex, testOnly: (tag & 0x80) !== 0, isBounceable: (tag & 0x40) === 0 };
}
