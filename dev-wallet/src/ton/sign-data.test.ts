import type { SignDataPayload } from '@tonconnect/protocol';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';
import { signDataHash } from './sign-data.ts';
import vectors from './sign-data.vectors.json';
import { Address, keyPairFromSeed, sign } from './ton.ts';

type Vector = (typeof vectors)[number];

function payloadOf(vector: Vector): SignDataPayload {
  if (vector.type === 'text') return { type: 'text', text: vector.value ?? '' };
  if (vector.type === 'binary') return { type: 'binary', bytes: vector.value ?? '' };
  return { type: 'cell', schema: vector.schema ?? '', cell: vector.cell_b64 ?? '' };
}

describe('signData', () => {
  it.each(vectors)('signs $type', (vector) => {
    const account = { address: Address.parse(vector.address_raw) };
    const { domain, timestamp } = vector;
    const hash = signDataHash({ account, domain, timestamp }, payloadOf(vector));
    expect(hash.toString('hex')).toBe(vector.hash_hex);
    const { secretKey } = keyPairFromSeed(Buffer.from(vector.seed_hex, 'hex'));
    expect(sign(hash, secretKey).toString('base64')).toBe(vector.signature_b64);
  });

  it('identifies a schema by its CRC-32', () => {
    const [cell] = vectors.filter(({ type }) => type === 'cell');
    expect(crc32(Buffer.from(cell?.schema ?? ''))).toBe(cell?.schema_crc32);
  });
});
