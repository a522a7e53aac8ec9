// What is checked, for ours and for the others alike: of the vectors that our own tests have.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const server = resolve(import.meta.dirname, '../../../server');

export const INIT_DATA_VECTORS = resolve(server, 'src/signin/telegram/init-data.vectors.json');
export const TON_VECTORS = resolve(server, 'src/signin/ton/ton.vectors.json');

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** As Telegram sends it today, with a signature for others beside the hash. */
export const INIT_DATA_VECTOR = '05-signature-field';
/** Wallets of which most people have one. */
export const PROOF_VECTORS = ['valid-v4r2-testnet', 'valid-v5r1-mainnet'];

export function initDataVector() {
  const { bot_token: token, vectors } = read(INIT_DATA_VECTORS);
  const { init_data: raw } = vectors.find(({ id }) => id === INIT_DATA_VECTOR);
  return { token, raw };
}

/** With the body that a page posts, as text. */
export function proofVectors() {
  const all = read(TON_VECTORS).ton_proof;
  return PROOF_VECTORS.map((name) => {
    const { verifier, input } = all.find(({ id }) => id === name);
    return { name, verifier, body: JSON.stringify(input) };
  });
}
