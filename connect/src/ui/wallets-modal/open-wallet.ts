import type { WalletInfo } from '@tonconnect/sdk';
import { deepLink, universalLink } from '../../connection/links.js';
import { currentPlace } from '../../connection/place.js';
import { returnTarget } from '../../connection/return-target.js';
import type { Core } from '../../controller/core.js';
import type { WalletOpenMethod } from '../../controller/public-types.js';
import { openWalletLink } from '../../device/open-link.js';
import { isTelegramUrl } from '../../device/telegram-url.js';
import { tellSelected, type WalletsMenu } from '../../events/connection-events.js';
import { inPage, type Way } from '../../wallets/reach.js';
import { isWalletInfoRemote } from '../../wallets/wallet-info.js';

/**
 * Opens a wallet with the connect request, inside the press that asked for it. False when it is not
 * open: the SDK is still loading, `tonProof` is not ready, or the browser blocked the page.
 */
export function openWallet(core: Core, wallet: WalletInfo, method: WalletOpenMethod): boolean {
  const link = linkTo(core, wallet, method);
  return link ? openWalletLink(link) : false;
}

function linkTo(core: Core, wallet: WalletInfo, method: WalletOpenMethod): string | null {
  const attempts = core.connection.current?.attempts;
  if (!attempts || !isWalletInfoRemote(wallet)) return null;
  const link = attempts.overBridges([wallet.bridgeUrl], { wallet, openMethod: method });
  if (!link) return null;
  const { actionsConfiguration } = core.store.get();
  const target = returnTarget(
    actionsConfiguration,
    currentPlace(),
    isTelegramUrl(wallet.universalLink),
  );
  const own = method === 'custom-deeplink' ? deepLink(wallet, link, target) : null;
  return own ?? universalLink(wallet, link, target);
}

/** How a way opens a wallet; kept with the session, because it decides where a request is shown. */
export const methodOf = (wallet: WalletInfo, way: Way): WalletOpenMethod =>
  way === 'extension'
    ? 'extension'
    : way === 'qr'
      ? 'qrcode'
      : way === 'desktop' && 'deepLink' in wallet && wallet.deepLink
        ? 'custom-deeplink'
        : 'universal-link';

/**
 * A wallet was picked: what is here is asked or opened at once, inside the press. Answers whether
 * the visitor has something to go on with now.
 */
export function pickWallet(core: Core, wallet: WalletInfo, way: Way, menu: WalletsMenu): boolean {
  const byLink = way !== 'qr' && way !== 'extension';
  const link = byLink ? linkTo(core, wallet, methodOf(wallet, way)) : null;
  // Told first: opening a link may leave this page.
  tellSelected(core, wallet, menu, link);
  if (link) return openWalletLink(link);
  if (way !== 'extension' || !inPage(wallet)) return false;
  core.connection.load().then(({ attempts }) => attempts.inPage(wallet), reportError);
  return true;
}
