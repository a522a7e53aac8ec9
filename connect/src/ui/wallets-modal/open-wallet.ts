import type { WalletInfo } from '@tonconnect/sdk';
import { deepLink, universalLink } from '../../connection/links.js';
import { currentPlace } from '../../connection/place.js';
import { returnTarget } from '../../connection/return-target.js';
import type { Core } from '../../controller/core.js';
import type { WalletOpenMethod } from '../../controller/public-types.js';
import { isTelegramUrl, openWalletLink } from '../../device/open-link.js';
import { isWalletInfoCurrentlyInjected, isWalletInfoRemote } from '../../wallets/wallet-info.js';

/**
 * Opens a wallet with the connect request, inside the press that asked for it. False when it is not
 * open: the SDK is still loading, `tonProof` is not ready, or the browser blocked the page.
 */
export function openWallet(core: Core, wallet: WalletInfo, method: WalletOpenMethod): boolean {
  const attempts = core.connection.current?.attempts;
  if (!attempts || !isWalletInfoRemote(wallet)) return false;
  const link = attempts.overBridges([wallet.bridgeUrl], { wallet, openMethod: method });
  if (!link) return false;
  const { actionsConfiguration } = core.store.get();
  const target = returnTarget(
    actionsConfiguration,
    currentPlace(),
    isTelegramUrl(wallet.universalLink),
  );
  const own = method === 'custom-deeplink' ? deepLink(wallet, link, target) : null;
  return openWalletLink(own ?? universalLink(wallet, link, target));
}

/** A wallet was picked: one that is installed here is asked at once, another is opened on a phone. */
export function pickWallet(core: Core, wallet: WalletInfo, onPhone: boolean): boolean {
  if (isWalletInfoCurrentlyInjected(wallet)) {
    core.connection.load().then(({ attempts }) => attempts.byExtension(wallet), reportError);
    return true;
  }
  return onPhone && openWallet(core, wallet, 'universal-link');
}
