// Checks of identity with common Node libraries: init data with @tma.js/init-data-node, ton_proof
// with @ton/core and tweetnacl in the order that docs.ton.org describes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse, validate } from '@tma.js/init-data-node';
import { Address, Cell, contractAddress, loadStateInit } from '@ton/core';
import nacl from 'tweetnacl';
import { TON_VECTORS } from './vectors.mjs';

/**
 * Throws if the bot's token did not sign the init data, or if it is older than `expiresIn` seconds.
 */
export const validateInitData = (raw, token, expiresIn) => validate(raw, token, { expiresIn });
/** Parses the user from init data. */
export const parseInitData = (raw) => parse(raw);

/** Number of bits before the key in a wallet's data, by version. */
const KEY_AT = {
  v1r1: 32,
  v1r2: 32,
  v2r1: 32,
  v2r2: 32,
  v3r2: 64,
  v4r1: 64,
  v4r2: 64,
  v5r1: 65,
};

/** Position of the key in a wallet's data, by the hash of the wallet's code. */
const knownCodes = new Map(
  JSON.parse(readFileSync(TON_VECTORS, 'utf8'))
    .ton_proof.filter(({ expect, wallet_version: version }) => expect === 'ok' && version in KEY_AT)
    .map(({ wallet_version: version, input }) => {
      const { code } = loadStateInit(Cell.fromBase64(input.proof.state_init).beginParse());
      return [code.hash().toString('hex'), KEY_AT[version]];
    }),
);

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns the bytes that a wallet signs. */
export function signedHash({ workchain, hash }, { domain, timestamp, payload }) {
  const numbers = Buffer.alloc(16);
  numbers.writeInt32BE(workchain, 0);
  numbers.writeUInt32LE(domain.lengthBytes, 4);
  numbers.writeBigUInt64LE(BigInt(timestamp), 8);
  const message = sha256(
    'ton-proof-item-v2/',
    numbers.subarray(0, 4),
    hash,
    numbers.subarray(4, 8),
    domain.value,
    numbers.subarray(8, 16),
    payload,
  );
  return sha256(Buffer.from([0xff, 0xff]), 'ton-connect', message);
}

/**
 * Checks a proof and returns the wallet's raw address.
 * @param {{ address: string, public_key: string, proof: { timestamp: number, domain: { lengthBytes:
 * number, value: string }, payload: string, signature: string, state_init: string } }} request
 * @param {{ domains: string[], now: number, maxAge: number, isOurs: (payload: string) => boolean }}
 * rules
 */
export function checkProof({ address: raw, public_key, proof }, { domains, now, maxAge, isOurs }) {
  if (!isOurs(proof.payload)) throw new Error('another payload');
  if (!domains.includes(proof.domain.value)) throw new Error('another domain');
  if (proof.domain.lengthBytes !== Buffer.byteLength(proof.domain.value))
    throw new Error('another length of the domain');
  if (Math.abs(now - proof.timestamp) > maxAge) throw new Error('too old');

  const address = Address.parse(raw);
  const stateInit = loadStateInit(Cell.fromBase64(proof.state_init).beginParse());
  if (!contractAddress(address.workChain, stateInit).equals(address))
    throw new Error('another address');
  const at = knownCodes.get(stateInit.code.hash().toString('hex'));
  if (at === undefined) throw new Error('an unknown wallet');
  const key = stateInit.data.beginParse().skip(at).loadBuffer(32);
  if (!key.equals(Buffer.from(public_key, 'hex'))) throw new Error('another key');

  const hash = signedHash({ workchain: address.workChain, hash: address.hash }, proof);
  if (!nacl.sign.detached.verify(hash, Buffer.from(proof.signature, 'base64'), key))
    throw new Error('another signature');
  return address.toRawString();
}
