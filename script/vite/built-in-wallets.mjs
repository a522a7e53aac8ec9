// The wallets list that a build carries, so that its pages ask their own origin for wallets.
import { WalletsListManager } from '@tonconnect/sdk';

/** Not fetchable on purpose: the SDK then answers with the list that it carries inside. */
const NO_SOURCE = 'data:,none';

/**
 * The SDK's built-in wallets list, in the public wallets-v2 format. Touches no network.
 * @returns {Promise<unknown[]>}
 */
export async function builtInWallets() {
  const { error } = console;
  // The SDK reports the failed fetch that we want.
  console.error = () => undefined;
  try {
    const manager = new WalletsListManager({ walletsListSource: NO_SOURCE });
    // The public getWallets() answers in the SDK's own shape; the raw list is a private method.
    const list = await manager.fetchWalletsListDTO();
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
