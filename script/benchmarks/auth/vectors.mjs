// Inputs of the checks, the same for our server and for the Node libraries: test vectors of the
// server.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const server = resolve(import.meta.dirname, '../../../server');

export const INIT_DATA_VECTORS = resolve(server, 'src/signin/telegram/init-data.vectors.json');
export const TON_VECTORS = resolve(server, 'src/signin/ton/ton.vectors.json');

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * The current form of Telegram's init data, with a signature for third parties next to the hash.
 */
export const INIT_DATA_VECTOR = '05-signature-field';
/** The most common wallets. */
export const PROOF_VECTORS = ['valid-v4r2-testnet', 'valid-v5r1-mainnet'];

export function initDataVector() {
  const { bot_token: token, vectors } = read(INIT_DATA_VECTORS);
  const { init_data: raw } = vectors.find(({ id }) => id === INIT_DATA_VECTOR);
  return { token, raw };
}

/** Returns the vectors with the body that a page posts, as text. */
export function proofVectors() {
  const all = read(TON_VECTORS).ton_proof;
  return PROOF_VECTORS.map((name) => {
    const { verifier, input } = all.find(({ id }) => id === name);
    return { name, verifier, body: JSON.stringify(input) };
  });
}
