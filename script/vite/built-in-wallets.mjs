// The wallets list in a build, so that its pages need only their own origin.
import { FALLBACK_LIST } from '../../sdk/src/wallets/fallback-list.ts';

/**
 * Returns the built-in wallets list of @prichal/sdk, in the public wallets-v2 format.
 * @returns {Promise<readonly unknown[]>}
 */
export const builtInWallets = async () => FALLBACK_LIST;
