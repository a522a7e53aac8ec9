import type { Plugin } from 'vite';
import { builtInWallets } from '../../script/vite/built-in-wallets.mjs';

/**
 * Vite plugin: writes wallets-v2.json, so that the app loads the wallets list from its own origin.
 */
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
