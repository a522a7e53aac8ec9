import { WalletsListManager } from '@tonconnect/sdk';
import type { Plugin } from 'vite';

/** Not fetchable on purpose: the SDK then answers with the list that it carries inside. */
const NO_SOURCE = 'data:,none';

/** The SDK's built-in wallets list, in the public wallets-v2 format. Touches no network. */
async function builtInWallets(): Promise<unknown[]> {
  const { error } = console;
  // The SDK reports the failed fetch that we want.
  console.error = () => undefined;
  try {
    const manager = new WalletsListManager({ walletsListSource: NO_SOURCE });
    // The public getWallets() answers in the SDK's own shape; the raw list is a private method.
    // biome-ignore lint/complexity/useLiteralKeys: TypeScript lets a private method through only so
    const list: unknown = await manager['fetchWalletsListDTO']();
    if (!Array.isArray(list) || list.length === 0) {
      throw new Error(
        '@tonconnect/sdk carries no wallets list any more; wallets-v2.json needs one',
      );
    }
    return list;
  } finally {
    console.error = error;
  }
}

/** Vite plugin: writes wallets-v2.json, so that the app asks its own origin for wallets. */
export function walletsList(): Plugin {
  return {
    name: 'prichal:wallets-list',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(await builtInWallets());
      this.emitFile({ type: 'asset', fileName: 'wallets-v2.json', source });
    },
  };
}
