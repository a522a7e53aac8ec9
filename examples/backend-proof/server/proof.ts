import { createHash, createPublicKey, verify } from 'node:crypto';
import { Address } from '@ton/core';
import {
  WalletContractV1R1,
  WalletContractV1R2,
  WalletContractV1R3,
  WalletContractV2R1,
  WalletContractV2R2,
  WalletContractV3R1,
  WalletContractV3R2,
  WalletContractV4,
  WalletContractV5Beta,
  WalletContractV5R1,
} from '@ton/ton';

/** Account and proof of a connected wallet, as the page sends them. */
export type ProvenAccount = {
  /** `0:<64 hex>`. */
  address: string;
  /** Hex of the Ed25519 key that the wallet names; proven below, not believed. */
  publicKey: string;
  proof: {
    /** Unix time, seconds; text from some wallets. */
    timestamp: number | string;
    domain: { lengthBytes: number; value: string };
    /** Base64. */
    signature: string;
    payload: string;
  };
};

/** Maximum age of a proof and maximum clock skew, in seconds. */
const MAX_AGE = 900;
const MAX_SKEW = 60;

const CONTRACTS = [
  WalletContractV1R1,
  WalletContractV1R2,
  WalletContractV1R3,
  WalletContractV2R1,
  WalletContractV2R2,
  WalletContractV3R1,
  WalletContractV3R2,
  WalletContractV4,
  WalletContractV5Beta,
  WalletContractV5R1,
];

/** Returns the standard wallets of a key with their default IDs. Others are rejected. */
const addressesOf = (publicKey: Buffer, workchain: number): Address[] =>
  CONTRACTS.map(
    (contract) => contract.create({ publicKey, workchain }).address,
  );

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const number = (bytes: number, write: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return buffer;
};

/** The bytes that the wallet signed (TON Connect, "address proof signature"). */
function signedHash(
  address: Address,
  { timestamp, domain, payload }: ProvenAccount['proof'],
) {
  const name = Buffer.from(domain.value, 'utf8');
  const message = sha256(
    Buffer.from('ton-proof-item-v2/'),
    number(4, (buffer) => buffer.writeInt32BE(address.workChain)),
    address.hash,
    number(4, (buffer) => buffer.writeUInt32LE(name.length)),
    name,
    number(8, (buffer) => buffer.writeBigUInt64LE(BigInt(timestamp))),
    Buffer.from(payload, 'utf8'),
  );
  return sha256(
    Buffer.from([0xff, 0xff]),
    Buffer.from('ton-connect'),
    message,
  );
}

function verified(
  hash: Buffer,
  signature: Buffer,
  publicKey: Buffer,
): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, hash, key, signature);
}

/**
 * Checks that the owner of the account has signed the payload for this domain just now.
 * @param expected payload of this browser, and host of the manifest's `url`
 * @returns the account
 * @throws Error with the reason if the proof is invalid
 */
export function checkProof(
  { address: raw, publicKey: hex, proof }: ProvenAccount,
  expected: { payload: string; domain: string },
  now = Math.floor(Date.now() / 1000),
): Address {
  const { domain } = proof;
  const timestamp = Number(proof.timestamp);
  if (proof.payload !== expected.payload)
    throw new Error('it is over another payload');
  if (domain.value !== expected.domain)
    throw new Error(`it is for ${domain.value}`);
  // Otherwise a longer domain could be cut so that a part of it is read as timestamp and payload.
  if (domain.lengthBytes !== Buffer.byteLength(domain.value))
    throw new Error('its domain has another length');
  if (!Number.isSafeInteger(timestamp)) throw new Error('it has no time');
  if (timestamp < now - MAX_AGE) throw new Error('it is too old');
  if (timestamp > now + MAX_SKEW) throw new Error('it is of the future');
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('it has no public key');

  const address = Address.parseRaw(raw);
  const publicKey = Buffer.from(hex, 'hex');
  if (
    !addressesOf(publicKey, address.workChain).some((known) =>
      known.equals(address),
    )
  )
    throw new Error('the address is no known wallet of this key');
  const signature = Buffer.from(proof.signature, 'base64');
  if (!verified(signedHash(address, proof), signature, publicKey))
    throw new Error('its signature is another');
  return address;
}
