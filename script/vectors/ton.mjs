// Makes server/src/ton/made.vectors.json: what ton.vectors.json lacks, by @ton/core. Proofs and signed
// data for networks of their own (L2), and proofs that break each one rule that a verifier has to have.
//
//   node script/vectors/ton.mjs      writes the file; script/checks/vectors.test.mjs compares it
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Address, beginCell, Cell, domainSign } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';

const folder = resolve(import.meta.dirname, '../../server/src/ton');
const file = resolve(folder, 'made.vectors.json');

const NOW = 1767225600;
const DOMAIN = 'dapp.example.org';
const PAYLOAD = 'bf3e5a7cbfdd302ef4097d8a303e3bdd73958bd9162920054e771fb7ff1bb25b';
const MAINNET = -239;
const TESTNET = -3;
/** Tetra. */
const L2 = 662387;

const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const seedOf = (name) => sha256(`ton-vectors seed ${name}`);
const int = (value, bytes, order) => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer[`writeBigUInt64${order}`](BigInt(value));
  else buffer[`writeInt32${order}`](value);
  return buffer;
};
const domainOf = (network) =>
  network === MAINNET || network === TESTNET
    ? { type: 'empty' }
    : { type: 'l2', globalId: network };

/** The codes of the wallets, from the state inits of the other file. */
function walletCodes() {
  const { wallets } = JSON.parse(readFileSync(resolve(folder, 'ton.vectors.json'), 'utf8'));
  return Object.fromEntries(
    wallets.map((one) => {
      const [root] = Cell.fromBoc(Buffer.from(one.state_init_b64, 'base64'));
      return [one.version, root.refs[0]];
    }),
  );
}
const codes = walletCodes();

/** The id of somebody's first wallet in v5r1. */
const firstIdOfV5 = (network, workchain = 0) =>
  ((0x80000000 | ((workchain & 0xff) << 23)) ^ network) >>> 0;

const dataOf = {
  v3r2: ({ key }) => beginCell().storeUint(0, 32).storeUint(698983191, 32).storeBuffer(key),
  v4r2: ({ key }) => dataOf.v3r2({ key }).storeBit(0),
  v5beta: ({ key, network }) =>
    beginCell()
      .storeUint(0, 33)
      .storeInt(network, 32)
      .storeInt(0, 8)
      .storeUint(0, 40)
      .storeBuffer(key)
      .storeBit(0),
  v5r1: ({ key, id }) =>
    beginCell().storeBit(1).storeUint(0, 32).storeUint(id, 32).storeBuffer(key).storeBit(0),
};

/** Bits in front of code and data, which a state init of a wallet has as 0 0 1 1 0. */
function stateInitOf({ code, data, splitDepth, library, leftover }) {
  const cell = beginCell();
  if (splitDepth === undefined) cell.storeBit(0);
  else cell.storeBit(1).storeUint(splitDepth, 5);
  cell.storeBit(0).storeBit(1).storeRef(code).storeBit(1).storeRef(data);
  if (library) cell.storeBit(1).storeRef(library);
  else cell.storeBit(0);
  if (leftover) cell.storeBit(1);
  return cell.endCell();
}

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

/** A proof as a wallet of `version` makes it, but for what `changes` say. */
function proof(id, description, expect, changes = {}) {
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

const urlSafe = (text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const otherCode = beginCell()
  .storeUint(0xff00, 16)
  .storeBuffer(seedOf('another contract'))
  .endCell();
const dictionary = beginCell().storeUint(0, 8).endCell();

function proofs() {
  return [
    proof('l2-v4r2', 'wallet v4r2 on an L2 network', 'ok', { network: L2 }),
    proof('l2-v5r1', 'wallet v5r1 on an L2 network, with an id of that network', 'ok', {
      network: L2,
      version: 'v5r1',
    }),
    proof(
      'l2-v5r1-mainnet-id',
      'wallet v5r1 with the id of the main network, signed for an L2 network: the signature says which',
      'ok',
      {
        network: L2,
        version: 'v5r1',
        walletId: firstIdOfV5(MAINNET),
      },
    ),
    proof(
      'l2-without-prefix',
      'network of an L2, signed as on the main network',
      'signature_mismatch',
      {
        network: L2,
        signedFor: MAINNET,
      },
    ),
    proof('l2-other-network', 'network of an L2, signed for another', 'signature_mismatch', {
      network: L2,
      signedFor: L2 + 1,
    }),
    proof(
      'mainnet-with-l2-prefix',
      'signed for an L2 network, sent as of the main network',
      'signature_mismatch',
      {
        signedFor: L2,
      },
    ),
    proof(
      'l2-not-allowed',
      'an L2 network that the verifier does not take',
      'network_not_allowed',
      {
        network: L2,
        allowedNetworks: [MAINNET],
      },
    ),
    proof('masterchain', 'wallet in the masterchain', 'ok', { workchain: -1, version: 'v3r2' }),
    proof('workchain-1', 'an address in a workchain that has no wallets', 'address_malformed', {
      workchain: 1,
    }),
    proof('v5r1-testnet', 'wallet v5r1 of the test network', 'ok', {
      version: 'v5r1',
      network: TESTNET,
    }),
    proof('v5r1-subwallet', 'wallet v5r1 with a second wallet’s id', 'ok', {
      version: 'v5r1',
      walletId: ((0x80000000 | 1) ^ MAINNET) >>> 0,
    }),
    proof(
      'v5r1-testnet-as-mainnet',
      'wallet v5r1 of the test network, sent as of the main network',
      'network_mismatch',
      {
        version: 'v5r1',
        walletNetwork: TESTNET,
      },
    ),
    proof('v5r1-mainnet-as-testnet', 'the other way round', 'network_mismatch', {
      version: 'v5r1',
      network: TESTNET,
      walletNetwork: MAINNET,
    }),
    proof(
      'v5beta-testnet-as-mainnet',
      'wallet v5 beta of the test network, sent as of the main network',
      'network_mismatch',
      {
        version: 'v5beta',
        walletNetwork: TESTNET,
      },
    ),
    proof('domain-foreign', 'made for another site', 'domain_not_allowed', {
      domain: 'evil.example.org',
    }),
    proof('domain-longer', 'made for a site whose name begins as ours', 'domain_not_allowed', {
      domain: `${DOMAIN}.evil.example`,
    }),
    proof('domain-empty', 'made for no site', 'domain_not_allowed', { domain: '' }),
    proof('payload-other', 'a payload that was given to somebody else', 'payload_mismatch', {
      payload: PAYLOAD.replace('b', 'c'),
    }),
    proof('payload-longer', 'ours and more', 'payload_mismatch', { payload: `${PAYLOAD}0` }),
    proof('payload-empty', 'no payload', 'payload_mismatch', { payload: '' }),
    proof('age-limit', 'as old as it may be', 'ok', { timestamp: NOW - 900 }),
    proof('ahead-limit', 'as far ahead as it may be', 'ok', { timestamp: NOW + 60 }),
    proof('timestamp-0', 'from the beginning of time', 'expired', { timestamp: 0 }),
    proof('timestamp-last', 'from the end of time', 'timestamp_in_future', {
      timestamp: Number.MAX_SAFE_INTEGER,
    }),
    proof(
      'public-key-taken-from-request',
      'somebody else’s state init and address, own key beside it, own signature',
      'public_key_mismatch',
      {
        signer: 'thief',
      },
    ),
    proof('signed-by-another-key', 'the same without the key beside it', 'signature_mismatch', {
      signer: 'thief',
      field: () => undefined,
    }),
    proof('public-key-absent', 'no key beside the proof', 'ok', { field: () => undefined }),
    proof('public-key-upper-case', 'the key in upper case', 'ok', {
      field: (hex) => hex.toUpperCase(),
    }),
    proof('public-key-no-hex', 'no hex', 'public_key_mismatch', { field: () => 'key' }),
    proof('state-init-absent', 'no state init: the key is known to nobody', 'state_init_invalid', {
      base64: () => undefined,
    }),
    proof('state-init-url-safe', 'state init in the other alphabet of base64', 'boc_invalid', {
      base64: urlSafe,
    }),
    proof('state-init-empty', 'an empty state init', 'boc_invalid', { base64: () => '' }),
    proof('state-init-split-depth', 'StateInit with split_depth', 'ok', {
      parts: { splitDepth: 5 },
    }),
    proof('state-init-library', 'StateInit with a library', 'ok', {
      parts: { library: dictionary },
    }),
    proof('state-init-leftover-bit', 'a bit more than a StateInit has', 'state_init_invalid', {
      parts: { leftover: true },
    }),
    proof('data-too-short', 'the data of a v3r2 under the code of a v4r2', 'state_init_invalid', {
      parts: {
        data: dataOf.v3r2({ key: keyPairFromSeed(seedOf('data-too-short')).publicKey }).endCell(),
      },
    }),
    proof('data-with-dictionary', 'a wallet with a plugin', 'ok', {
      parts: {
        data: dataOf
          .v3r2({ key: keyPairFromSeed(seedOf('data-with-dictionary')).publicKey })
          .storeBit(1)
          .storeRef(dictionary)
          .endCell(),
      },
    }),
    proof('unknown-code', 'a contract that is no wallet we know', 'unknown_wallet_code', {
      code: otherCode,
    }),
    proof(
      'signature-url-safe',
      'signature in the other alphabet of base64',
      'signature_malformed',
      {
        signature: urlSafe,
      },
    ),
    proof('signature-63-bytes', 'a byte of the signature is missing', 'signature_malformed', {
      signature: (text) => Buffer.from(text, 'base64').subarray(0, 63).toString('base64'),
    }),
    proof(
      'address-test-only',
      'a friendly address for test networks, sent as of the main network',
      'network_mismatch',
      {
        address: (raw) => Address.parse(raw).toString({ testOnly: true }),
      },
    ),
  ];
}

/** IEEE 802.3, as TL-B has it. */
function crc32(text) {
  let value = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

const SIGNED = {
  text: { type: 'text', text: 'Confirm login\nпривет' },
  empty: { type: 'text', text: '' },
  binary: { type: 'binary', bytes: Buffer.from([0, 1, 2, 255]).toString('base64') },
  cell: {
    type: 'cell',
    schema: 'comment#00000000 text:SnakeData = InMsgBody;',
    cell: beginCell().storeUint(0, 32).storeStringTail('hi').endCell().toBoc().toString('base64'),
  },
};

function signDataHash(address, domain, payload) {
  if (payload.type === 'cell') {
    const name = domain
      .split('.')
      .reverse()
      .map((label) => `${label}\0`)
      .join('');
    return beginCell()
      .storeUint(0x75569022, 32)
      .storeUint(crc32(payload.schema), 32)
      .storeUint(NOW, 64)
      .storeAddress(address)
      .storeStringRefTail(name)
      .storeRef(Cell.fromBase64(payload.cell))
      .endCell()
      .hash();
  }
  const text = payload.type === 'text';
  const content = Buffer.from(text ? payload.text : payload.bytes, text ? 'utf8' : 'base64');
  return sha256(
    Buffer.from([0xff, 0xff]),
    'ton-connect/sign-data/',
    int(address.workChain, 4, 'BE'),
    address.hash,
    int(Buffer.byteLength(domain), 4, 'BE'),
    domain,
    int(NOW, 8, 'BE'),
    text ? 'txt' : 'bin',
    int(content.length, 4, 'BE'),
    content,
  );
}

function signData() {
  const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`;
  const cases = [
    ['text', MAINNET, DOMAIN],
    ['binary', TESTNET, DOMAIN],
    ['cell', MAINNET, DOMAIN],
    ['empty', MAINNET, DOMAIN],
    ['cell', MAINNET, long],
    ['text', L2, DOMAIN],
    ['binary', L2, DOMAIN],
    ['cell', L2, DOMAIN],
  ];
  return cases.map(([kind, network, domain]) => {
    const id = `${kind}-${network}${domain === long ? '-long-domain' : ''}`;
    const seed = seedOf(`sign-data ${id}`);
    const keys = keyPairFromSeed(seed);
    const address = new Address(0, sha256('account', seed));
    const hash = signDataHash(address, domain, SIGNED[kind]);
    const signature = domainSign({
      data: hash,
      secretKey: keys.secretKey,
      domain: domainOf(network),
    });
    return {
      id,
      seed_hex: seed.toString('hex'),
      public_key_hex: keys.publicKey.toString('hex'),
      address_raw: address.toRawString(),
      network: String(network),
      domain,
      timestamp: NOW,
      payload: SIGNED[kind],
      hash_hex: hash.toString('hex'),
      signature_b64: signature.toString('base64'),
    };
  });
}

/** The text of the file. */
export function vectors() {
  const content = {
    meta: {
      origin:
        'Made by script/vectors/ton.mjs with @ton/core 0.63.1 and @ton/crypto 3.3.0. All keys are fake.',
      seed_rule:
        "ed25519 seed = sha256('ton-vectors seed ' + id), before sign_data's ids 'sign-data '",
    },
    ton_proof: proofs(),
    sign_data: signData(),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, vectors());
