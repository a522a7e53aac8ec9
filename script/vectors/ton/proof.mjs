// Makes a ton_proof as wallets do.
import { domainSign } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import {
  DOMAIN,
  domainOf,
  int,
  L2,
  MAINNET,
  NOW,
  PAYLOAD,
  seedOf,
  sha256,
  TESTNET,
} from './signing.mjs';
import { codes, dataOf, firstIdOfV5, stateInitOf } from './wallets.mjs';

function hashToSign({ workchain, hash, domain, lengthBytes, timestamp, payload }) {
  const inner = sha256(
    'ton-proof-item-v2/',
    int(workchain, 4, 'BE'),
    hash,
    int(lengthBytes, 4, 'LE'),
    domain,
    int(timestamp, 8, 'LE'),
    payload,
  );
  return sha256(Buffer.from([0xff, 0xff]), 'ton-connect', inner);
}

/** Makes a proof of a wallet of `version`, with `changes`. */
export function proof(id, description, expect, changes = {}) {
  const {
    version = 'v4r2',
    network = MAINNET,
    signedFor = network,
    walletNetwork = network,
    walletId = firstIdOfV5(walletNetwork),
    workchain = 0,
    domain = DOMAIN,
    payload = PAYLOAD,
    timestamp = NOW - 30,
    allowedNetworks = [MAINNET, TESTNET, L2],
    code = codes[version],
    parts = {},
    base64 = (text) => text,
    signature: signatureText = (text) => text,
    address: addressText = (raw) => raw,
    input = {},
    field = (own) => own,
    signer,
    firstKeys,
  } = changes;
  const seed = seedOf(id);
  const keys = keyPairFromSeed(seed);
  const data = dataOf[version]({ key: keys.publicKey, network: walletNetwork, id: walletId });
  const stateInit = stateInitOf({ code, data: parts.data ?? data.endCell(), ...parts });
  const hash = stateInit.hash();
  const signing = signer ? keyPairFromSeed(seedOf(signer)) : keys;
  const toSign = hashToSign({
    workchain,
    hash,
    domain,
    lengthBytes: Buffer.byteLength(domain),
    timestamp,
    payload,
  });
  const signature = domainSign({
    data: toSign,
    secretKey: signing.secretKey,
    domain: domainOf(signedFor),
  });
  return {
    id,
    description,
    expect,
    wallet_version: version,
    seed_hex: seed.toString('hex'),
    verifier: {
      now: NOW,
      allowed_domains: [DOMAIN],
      expected_payload: PAYLOAD,
      max_age_s: 900,
      max_future_skew_s: 60,
      allowed_networks: allowedNetworks.map(String),
      ...(firstKeys && { first_keys: true }),
    },
    input: {
      address: addressText(`${workchain}:${hash.toString('hex')}`),
      network: String(network),
      public_key: field(signing.publicKey.toString('hex')),
      proof: {
        timestamp,
        domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
        signature: signatureText(signature.toString('base64')),
        payload,
        state_init: base64(stateInit.toBoc().toString('base64')),
      },
      ...input,
    },
    signed_hash_hex: toSign.toString('hex'),
  };
}
