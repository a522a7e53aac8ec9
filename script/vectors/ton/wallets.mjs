// Contracts of the wallets: code, data, state init.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beginCell, Cell } from '@ton/core';

const folder = resolve(import.meta.dirname, '../../../server/src/signin/ton');

/** Reads the wallets' codes from the state inits of the other vectors. */
function walletCodes() {
  const { wallets } = JSON.parse(readFileSync(resolve(folder, 'ton.vectors.json'), 'utf8'));
  return Object.fromEntries(
    wallets.map((one) => {
      const [root] = Cell.fromBoc(Buffer.from(one.state_init_b64, 'base64'));
      return [one.version, root.refs[0]];
    }),
  );
}
/**
 * Code of Telegram's wallet, which @ton/ton lacks: contracts/WalletTrampoline.boc of
 * ton-blockchain/tg-wallet-contract.
 */
const [trampoline] = Cell.fromBoc(
  Buffer.from('te6cckEBAQEAGgAAMP8AIJgh10mDCLnyQN+Ahfgz0O0eIO1T2WlCfjk=', 'base64'),
);
export const codes = { ...walletCodes(), telegram: trampoline };

/** Returns the id of a Telegram wallet. */
export const idOfTelegram = (network) => 0x7fff7f00 | (network & 0xff);

/** Returns the id of a user's first v5r1 wallet. */
export const firstIdOfV5 = (network, workchain = 0) =>
  ((0x80000000 | ((workchain & 0xff) << 23)) ^ network) >>> 0;

export const dataOf = {
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
  telegram: ({ key, network, revision = 0 }) =>
    beginCell()
      .storeUint(revision, 8)
      .storeUint(0, 32)
      .storeUint(idOfTelegram(network), 32)
      .storeBuffer(key),
};

/** Writes the bits before code and data. A wallet's state init has 0 0 1 1 0. */
export function stateInitOf({ code, data, splitDepth, library, leftover }) {
  const cell = beginCell();
  if (splitDepth === undefined) cell.storeBit(0);
  else cell.storeBit(1).storeUint(splitDepth, 5);
  cell.storeBit(0).storeBit(1).storeRef(code).storeBit(1).storeRef(data);
  if (library) cell.storeBit(1).storeRef(library);
  else cell.storeBit(0);
  if (leftover) cell.storeBit(1);
  return cell.endCell();
}
