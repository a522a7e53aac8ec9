import type { SignDataPayload } from '@tonconnect/protocol';
import type { Account } from './account.ts';
import { fromBase64, int32, uint32, uint64 } from './bytes.ts';
import { crc32 } from './crc32.ts';
import { beginCell, Cell, sha256, sign } from './ton.ts';

/** Who signs, for whom, and when (unix seconds). */
type Circumstances = { account: Pick<Account, 'address'>; domain: string; timestamp: number };

/** Text and binary are hashed as bytes, big endian, under their own prefix. */
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

/** `dapp.example.org` as TON DNS writes it: labels from the right, each ended by a zero byte. */
function dnsBytes(domain: string): Buffer {
  return Buffer.from(`${domain.split('.').reverse().join('\0')}\0`, 'utf8');
}

/** A cell is signed inside a cell, so that a contract can check it. */
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

/** What is signed for a payload; throws with a reason when the payload cannot be read. */
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

/** The result of a signData request. */
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
