import type { SignDataPayload } from '@tonconnect/protocol';
import type { Account } from './account.ts';
import { fromBase64, int32, uint32, uint64 } from './bytes.ts';
import { crc32 } from './crc32.ts';
import { beginCell, Cell, sha256, sign } from './ton.ts';

/** Signer, app's domain, and time in Unix seconds. */
type Circumstances = { account: Pick<Account, 'address'>; domain: string; timestamp: number };

/** Hashes text or binary data as bytes, big endian, with the prefix of its kind. */
export function bytesHash(
  { account, domain, timestamp }: Circumstances,
  tag: 'txt' | 'bin',
  bytes: Buffer,
): Buffer {
  const host = Buffer.from(domain, 'utf8');
  return sha256(
    Buffer.concat([
      Buffer.from([0xff, 0xff]),
      Buffer.from('ton-connect/sign-data/'),
      int32(account.address.workChain),
      account.address.hash,
      uint32(host.length, 'big'),
      host,
      uint64(timestamp, 'big'),
      Buffer.from(tag),
      uint32(bytes.length, 'big'),
      bytes,
    ]),
  );
}

/**
 * Encodes `dapp.example.org` in the format of TON DNS: labels from the right, each ended by a zero
 * byte.
 */
function dnsBytes(domain: string): Buffer {
  return Buffer.from(`${domain.split('.').reverse().join('\0')}\0`, 'utf8');
}

/** Hashes a cell. It is signed inside another cell, so that a contract can verify it. */
export function cellHash(
  { account, domain, timestamp }: Circumstances,
  schema: string,
  payload: Cell,
): Buffer {
  return beginCell()
    .storeUint(0x75569022, 32)
    .storeUint(crc32(Buffer.from(schema, 'utf8')), 32)
    .storeUint(timestamp, 64)
    .storeAddress(account.address)
    .storeRef(beginCell().storeBuffer(dnsBytes(domain)).endCell())
    .storeRef(payload)
    .endCell()
    .hash();
}

/**
 * Returns the hash to sign for a payload. Throws an error with the reason if the payload is
 * invalid.
 */
export function signDataHash(circumstances: Circumstances, payload: SignDataPayload): Buffer {
  switch (payload.type) {
    case 'text':
      return bytesHash(circumstances, 'txt', Buffer.from(payload.text, 'utf8'));
    case 'binary': {
      const bytes = fromBase64(payload.bytes);
      if (!bytes) throw new Error('"bytes" is not base64');
      return bytesHash(circumstances, 'bin', bytes);
    }
    case 'cell':
      return cellHash(circumstances, payload.schema, Cell.fromBase64(payload.cell));
  }
}

/** Signs a signData request and returns its result. */
export function signData(
  account: Account,
  domain: string,
  timestamp: number,
  payload: SignDataPayload,
) {
  const hash = signDataHash({ account, domain, timestamp }, payload);
  return {
    signature: sign(hash, account.keys.secretKey).toString('base64'),
    address: account.raw,
    timestamp,
    domain,
    payload,
  };
}
