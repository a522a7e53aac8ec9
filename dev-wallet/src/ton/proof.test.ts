import { describe, expect, it } from 'vitest';
import { accountOf, type Chain, type WalletVersion } from './account.ts';
import { proofHash, signProof } from './proof.ts';
import vectors from './proof.vectors.json';

describe('ton_proof', () => {
  it.each(vectors)('signs $id', (vector) => {
    const account = accountOf(
      vector.seedHex,
      vector.version as WalletVersion,
      vector.network as Chain,
    );
    const { domain, timestamp, payload } = vector;
    expect(account.raw).toBe(vector.address);
    expect(proofHash({ account, domain, timestamp, payload }).toString('hex')).toBe(
      vector.signedHashHex,
    );
    const { proof } = signProof(account, domain, timestamp, payload);
    expect(proof.signature).toBe(vector.signature);
    expect(proof.domain).toEqual({ lengthBytes: Buffer.byteLength(domain), value: domain });
  });
});
