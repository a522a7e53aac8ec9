// Makes server/src/signin/ton/made.vectors.json with @ton/core: vectors that ton.vectors.json
// lacks. They are proofs for other networks (L2), and proofs that each break one rule of
// verification.
//
//   node script/vectors/ton.mjs      writes the file; script/checks/server/vectors.test.mjs compares it
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proofs } from './ton/proofs.mjs';

const file = resolve(import.meta.dirname, '../../server/src/signin/ton/made.vectors.json');

/** Returns the text of the file. */
export function vectors() {
  const content = {
    meta: {
      origin:
        'Made by script/vectors/ton.mjs with @ton/core 0.63.1 and @ton/crypto 3.3.0. All keys are fake.',
      seed_rule: "ed25519 seed = sha256('ton-vectors seed ' + id)",
    },
    ton_proof: proofs(),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, vectors());
