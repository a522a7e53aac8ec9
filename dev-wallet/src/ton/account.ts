import { WALLET_CODE } from './codes.ts';
import {
  Address,
  beginCell,
  Cell,
  type KeyPair,
  keyPairFromSeed,
  sha256,
  storeStateInit,
} from './ton.ts';

/** Version of the wallet contract. */
export type WalletVersion = keyof typeof WALLET_CODE;

/** Network id in TON Connect: the global id as decimal text. */
export type Chain = '-239' | '-3';

export const CHAIN_NAME: Record<Chain, string> = { '-239': 'Mainnet', '-3': 'Testnet' };

/** Maximum number of messages in one transfer, by contract. */
export const MAX_MESSAGES: Record<WalletVersion, number> = { v5r1: 255, v4r2: 4 };

/** The account of a key: one contract on one network. */
export type Account = {
  version: WalletVersion;
  chain: Chain;
  keys: KeyPair;
  walletId: number;
  init: { code: Cell; data: Cell };
  address: Address;
  /** `0:<64 hexadecimal digits>`, the format of TON Connect. */
  raw: string;
  /** Ed25519 public key, hexadecimal. */
  publicKey: string;
  /** BoC of the state init, base64. */
  stateInit: string;
};

/**
 * Returns the wallet id. v4r2 has the same id everywhere. v5r1 includes the network's global id:
 * the client context (bit 1, workchain 0, version 0, subwallet 0) XOR the id.
 */
function walletIdOf(version: WalletVersion, chain: Chain): number {
  return version === 'v4r2' ? 698983191 : (0x80000000 ^ Number(chain)) >>> 0;
}

function dataOf(version: WalletVersion, walletId: number, publicKey: Buffer): Cell {
  const data = beginCell();
  if (version === 'v5r1') data.storeBit(true);
  return data
    .storeUint(0, 32)
    .storeUint(walletId, 32)
    .storeBuffer(publicKey)
    .storeBit(false)
    .endCell();
}

const accounts = new Map<string, Account>();

/**
 * Returns the account of a key. `seed` is 32 bytes, hexadecimal. The same parameters return the
 * same object.
 */
export function accountOf(seed: string, version: WalletVersion, chain: Chain): Account {
  const name = `${seed}/${version}/${chain}`;
  const before = accounts.get(name);
  if (before) return before;
  const keys = keyPairFromSeed(Buffer.from(seed, 'hex'));
  const walletId = walletIdOf(version, chain);
  const init = {
    code: Cell.fromBase64(WALLET_CODE[version]),
    data: dataOf(version, walletId, keys.publicKey),
  };
  const initCell = beginCell().store(storeStateInit(init)).endCell();
  const address = new Address(0, initCell.hash());
  const account: Account = {
    version,
    chain,
    keys,
    walletId,
    init,
    address,
    raw: address.toRawString(),
    publicKey: keys.publicKey.toString('hex'),
    stateInit: initCell.toBoc().toString('base64'),
  };
  accounts.set(name, account);
  return account;
}

/** Returns the seed of an account: the wallet's own for the first, a derived one for each other. */
export function seedOf(seed: string, account: number): string {
  return account === 0 ? seed : sha256(`${seed}/${account}`).toString('hex');
}

/**
 * Formats an address for users: URL-safe, non-bounceable by default, marked on the test network.
 */
export function shownAddress(address: Address, chain: Chain, bounceable = false): string {
  return address.toString({ bounceable, testOnly: chain === '-3', urlSafe: true });
}

/** Shortens an address to its first and last four characters. */
export function shortened(address: string): string {
  return address.length > 8 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address;
}

/** Returns keys that are not the account's, for invalid signatures. */
export function otherKeys({ publicKey }: Pick<Account, 'publicKey'>): KeyPair {
  return keyPairFromSeed(sha256(`other/${publicKey}`));
}

/** Makes 32 random bytes, hexadecimal. */
export function newSeed(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
}
