import { DevWallet } from '../dev-wallet.ts';
import type { WalletRequest } from '../wallet-request.ts';
import { Problem } from './problem.ts';
import { readWalletBody } from './read-options.ts';

/** Maximum number of wallets. */
const MOST = 1_000;

/** The wallets of one server, by id. */
export class Wallets {
  readonly #wallets = new Map<string, DevWallet>();
  readonly #bridgeUrl: string;
  #count = 0;

  constructor(bridgeUrl: string) {
    this.#bridgeUrl = bridgeUrl;
  }

  async make(body: unknown): Promise<string> {
    if (this.#wallets.size >= MOST) throw new Problem(429, `there are ${MOST} wallets already`);
    const { mnemonic, seed, network, ...rest } = readWalletBody(body ?? {}, 'body');
    const options = { bridgeUrl: this.#bridgeUrl, ...rest };
    if (mnemonic !== undefined && (seed !== undefined || network === 'mainnet'))
      throw new Problem(400, 'mnemonic goes without seed, and on the test network alone');
    const wallet =
      mnemonic === undefined
        ? new DevWallet({ ...options, ...(seed ? { seed } : {}), ...(network ? { network } : {}) })
        : await DevWallet.fromMnemonic(mnemonic, options).catch((error: unknown) => {
            throw new Problem(400, String(error instanceof Error ? error.message : error));
          });
    this.#count += 1;
    const id = String(this.#count);
    this.#wallets.set(id, wallet);
    return id;
  }

  ids(): string[] {
    return [...this.#wallets.keys()];
  }

  get(id: string): DevWallet {
    const wallet = this.#wallets.get(id);
    if (!wallet) throw new Problem(404, `there is no wallet ${JSON.stringify(id)}`);
    return wallet;
  }

  remove(id: string): void {
    this.get(id).close();
    this.#wallets.delete(id);
  }

  close(): void {
    for (const id of this.ids()) this.remove(id);
  }
}

/** Converts a wallet to JSON. */
export function walletJson(id: string, wallet: DevWallet) {
  const { account, address, network, apps, listEntry } = wallet;
  return {
    id,
    address,
    network,
    version: account.version,
    account: {
      address: account.raw,
      publicKey: account.publicKey,
      walletStateInit: account.stateInit,
    },
    apps,
    listEntry,
  };
}

/** Converts a request to JSON. */
export function requestJson(request: WalletRequest) {
  const { id, method, params, app, via, at, state, answer } = request;
  return { id, method, params, app, via, at, state, answer };
}
