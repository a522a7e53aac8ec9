// Signer, domain and time of all TON vectors.
import { createHash } from 'node:crypto';

export const NOW = 1767225600;
export const DOMAIN = 'dapp.example.org';
export const PAYLOAD = 'bf3e5a7cbfdd302ef4097d8a303e3bdd73958bd9162920054e771fb7ff1bb25b';
export const MAINNET = -239;
export const TESTNET = -3;
/** Network id of Tetra. */
export const L2 = 662387;

export const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
export const seedOf = (name) => sha256(`ton-vectors seed ${name}`);
export const int = (value, bytes, order) => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer[`writeBigUInt64${order}`](BigInt(value));
  else buffer[`writeInt32${order}`](value);
  return buffer;
};
export const domainOf = (network) =>
  network === MAINNET || network === TESTNET
    ? { type: 'empty' }
    : { type: 'l2', globalId: network };
