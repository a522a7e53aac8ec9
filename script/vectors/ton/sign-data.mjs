// Signed texts, bytes and cells.
import { Address, beginCell, Cell, domainSign } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { DOMAIN, domainOf, int, L2, MAINNET, NOW, seedOf, sha256, TESTNET } from './signing.mjs';

/** CRC-32 of IEEE 802.3, as in TL-B. */
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

export function signData() {
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
