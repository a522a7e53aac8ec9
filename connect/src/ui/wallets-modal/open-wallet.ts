import type { WalletInfo } from '@prichal/sdk';
import { currentEnvironment } from '../../device/environment.js';
import { emitSelected, type WalletsMenu } from '../../events/connection-events.js';
import { openWalletLink } from '../../links/open-link.js';
import { returnTarget } from '../../links/return-target.js';
import { isTelegramUrl } from '../../links/telegram-url.js';
import { deepLink, universalLink } from '../../links/wallet-links.js';
import { isChoosing } from '../../store/selectors.js';
import type { OpenMethod } from '../../types/connection.js';
import type { Internals } from '../../types/internals.js';
import { isWalletInfoRemote } from '../../wallets/wallet-info.js';
import { inPage, type Way } from '../../wallets/ways-to-wallet.js';

/**
 * Opens a wallet with the connect request, inside the press that asked for it. False when it is not
 * open: the SDK is still loading, `tonProof` is not ready, or the browser blocked the page.
 */
export function openWallet(internals: Internals, wallet: WalletInfo, method: OpenMethod): boolean {
  const link = linkTo(internals, wallet, method);
  return link ? openWalletLink(link) : false;
}

function linkTo(internals: Internals, wallet: WalletInfo, method: OpenMethod): string | null {
  const connectRequest = internals.connection.current?.connectRequest;
  if (!connectRequest || !isWalletInfoRemote(wallet)) return null;
  const link = connectRequest.overBridges([wallet.bridgeUrl], { wallet, openMethod: method });
  if (!link) return null;
  const { actionsConfiguration } = internals.store.get();
  const target = returnTarget(
    actionsConfiguration,
    currentEnvironment(),
    isTelegramUrl(wallet.universalLink),
  );
  const own = method === 'custom-deeplink' ? deepLink(wallet, link, target) : null;
  return own ?? universalLink(wallet, link, target);
}

/** How a way opens a wallet; kept with the session, because it decides where a request is shown. */
export const methodOf = (wallet: WalletInfo, way: Way): OpenMethod =>
  way === 'extension'
    ? 'extension'
    : way === 'qr'
      ? 'qrcode'
      : way === 'desktop' && 'deepLink' in wallet && wallet.deepLink
        ? 'custom-deeplink'
        : 'universal-link';

/**
 * The visitor picked a wallet. An extension or an app on this device is asked or opened at once,
 * inside the press. Answers whether the visitor can go on there now, and whether the browser did not let
 * it be opened.
 */
export function pickWallet(
  internals: Internals,
  wallet: WalletInfo,
  way: Way,
  menu: WalletsMenu,
): { opened: boolean; blocked: boolean } {
  // A press on a sheet that is closing.
  if (!isChoosing(internals.store.get())) return NOTHING;
  const byLink = way !== 'qr' && way !== 'extension';
  const link = byLink ? linkTo(internals, wallet, methodOf(wallet, way)) : null;
  // The event is emitted first: opening a link may leave this page.
  emitSelected(internals, wallet, menu, link ?? '');
  if (link) {
    const opened = openWalletLink(link);
    return { opened, blocked: !opened };
  }
  if (way !== 'extension' || !inPage(wallet)) return NOTHING;
  internals.connection.load().then(
    // The sheet may have been closed while the SDK loaded.
    ({ connectRequest }) => isChoosing(internals.store.get()) && connectRequest.inPage(wallet),
    // The wallet's screen, which waits for the same, says so.
    () => undefined,
  );
  return { opened: true, blocked: false };
}

const NOTHING = { opened: false, blocked: false };
