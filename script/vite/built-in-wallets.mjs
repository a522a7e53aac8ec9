// The wallets list that a build carries, so that its pages ask their own origin for wallets.
import { FALLBACK_LIST } from '../../sdk/src/wallets/fallback-list.ts';

/**
 * Returns the built-in wallets list of @prichal/sdk, in the public wallets-v2 format.
 * @returns {Promise<readonly unknown[]>}
 */
export const builtInWallets = async () => FALLBACK_LIST;
