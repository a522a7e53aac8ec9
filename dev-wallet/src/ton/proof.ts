import type { TonProofItemReplySuccess } from '@tonconnect/protocol';
import type { Account } from './account.ts';
import { int32, uint32, uint64 } from './bytes.ts';
import { sha256, sign } from './ton.ts';

/** Returns the 32 bytes that a ton_proof signs (TON Connect, "address proof signature"). */
export function proofHash(of: {
  account: Pick<Account, 'address'>;
  domain: string;
  /** Unix time, seconds. */
  timestamp: number;
  payload: string;
}): Buffer {
  const domain = Buffer.from(of.domain, 'utf8');
  const message = Buffer.concat([
    Buffer.from('ton-proof-item-v2/'),
    int32(of.account.address.workChain),
    of.account.address.hash,
    uint32(domain.length, 'little'),
    domain,
    uint64(of.timestamp, 'little'),
    Buffer.from(of.payload, 'utf8'),
  ]);
  return sha256(
    Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), sha256(message)]),
  );
}

/**
 * Signs the reply item that proves ownership of the key to this domain, at this time, for this
 * payload.
 */
export function signProof(
  account: Account,
  domain: string,
  timestamp: number,
  payload: string,
): TonProofItemReplySuccess {
  const hash = proofHash({ account, domain, timestamp, payload });
  return {
    name: 'ton_proof',
    proof: {
      timestamp,
      domain: { lengthBytes: Buffer.byteLength(domain, 'utf8'), value: domain },
      payload,
      signature: sign(hash, account.keys.secretKey).toString('base64'),
    },
  };
}
