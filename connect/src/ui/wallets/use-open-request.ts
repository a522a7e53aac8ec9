import type { WalletInfo } from '@prichal/sdk';
import { useEffect, useState } from 'react';
import type {
  ConnectFailure,
  ConnectRequest,
  OpenMethod,
} from '../../core/connection/connector.js';
import { currentEnvironment } from '../../core/device/environment.js';
import { listen } from '../../core/device/listen.js';
import { translateError } from '../../core/errors/translate-error.js';
import { emitSelected, type WalletsMenu } from '../../core/events/connection-events.js';
import type { ConnectionContext, RequestContext, WidgetView } from '../../core/internals.js';
import { deepLink, returnTarget, universalLink } from '../../core/links.js';
import { openWalletLink } from '../../core/open-link.js';
import type { UiState } from '../../core/state.js';
import { isChoosing, useUiSelector } from '../../core/store.js';
import { isTelegramUrl } from '../../core/telegram-url.js';
import { isWalletInfoRemote } from '../../core/wallets/wallet-info.js';
import { inPage, type Way } from '../../core/wallets/ways-to-wallet.js';

export type Request = {
  /** `tc://…`. Null for a wallet in the page, and until the SDK is loaded and the proof is ready. */
  link: string | null;
  failure: ConnectFailure | null;
  /** Its unreachable bridges. The connector keeps trying them. */
  unreached: readonly string[];
  /** Sends a new request, in a new session, because a wallet answers each session only once. */
  retry: () => void;
};

/** Target of a screen's request. A new object with the same values sends the request again. */
type Target = {
  wallet: WalletInfo | null;
  way: Way;
  /** The wallet, if it is in the page and gets the request there. */
  here: WalletInfo | null;
  /** Space-separated bridges. Undefined if no request is to be sent yet. */
  over: string | undefined;
};

function send(
  connectRequest: ConnectRequest,
  { wallet, way, here, over }: Target,
  fresh: boolean,
): void {
  if (here) connectRequest.inPage(here);
  else if (over) {
    const selected = wallet && { wallet, openMethod: methodOf(wallet, way) };
    connectRequest.overBridges(over.split(' '), selected, fresh);
  }
}

/** An attempt for which the SDK did not load. */
type Lost = { target: Target; asked: UiState['connectRequest']; failure: ConnectFailure };

const NONE: readonly string[] = [];

const always = (): boolean => true;

/**
 * Keeps a connect request open while the screen is shown: to `wallet` if it is in the page, or over `bridges`.
 * Reuses an attempt that already listens there. If `bridges` is null, no request is sent yet. `isWanted` is
 * checked before a request is sent.
 */
export function useOpenRequest(
  internals: WidgetView,
  wallet: WalletInfo | null,
  way: Way,
  bridges: readonly string[] | null,
  isWanted: (state: UiState) => boolean = always,
): Request {
  const attempt = useUiSelector(internals, (state) => state.attempt);
  const asked = useUiSelector(internals, (state) => state.connectRequest);
  /** The attempt for which the SDK did not load. */
  const [lost, setLost] = useState<Lost | null>(null);
  const here = way === 'extension' && wallet && inPage(wallet) ? wallet : null;
  // Each render has a new array with the same bridges.
  const over = bridges?.join(' ');
  const next = { wallet, way, here, over };
  const [target, setTarget] = useState<Target>(next);
  if (target.wallet !== wallet || target.way !== way || target.over !== over) setTarget(next);
  const [seen, setSeen] = useState(attempt);
  if (seen !== attempt) {
    setSeen(attempt);
    // The sheet was opened at another screen and at this one again before a render. The attempt was removed
    // but the screen is the same.
    if (!attempt) setTarget(next);
  }

  useEffect(() => {
    if (target.over === undefined || asked.state === 'loading') return;
    let current = true;
    const { onLine } = navigator;
    internals.connection.load().then(
      ({ connectRequest }) =>
        current && isWanted(internals.store.get()) && send(connectRequest, target, false),
      (error) => {
        if (!current) return;
        // The network was back too late for this attempt.
        if (!onLine && navigator.onLine) setTarget({ ...target });
        else setLost({ target, asked, failure: { kind: 'other', error: translateError(error) } });
      },
    );
    return () => {
      current = false;
    };
  }, [internals, target, asked, isWanted]);
  // A new target or a new proof is a new attempt.
  const isLost = lost?.target === target && lost.asked === asked;
  useEffect(() => {
    if (!isLost) return;
    return listen(window, 'online', () => setTarget((same) => ({ ...same })));
  }, [isLost]);

  const ours = here
    ? attempt?.inPage === here.appName
    : over && bridges?.every((url) => attempt?.bridges.includes(url));
  return {
    link: (ours && attempt?.link) || null,
    failure: isLost ? lost.failure : (ours && attempt?.failure) || null,
    unreached: (ours && attempt?.unreached) || NONE,
    retry() {
      const connectRequest = internals.connection.current?.connectRequest;
      // Synchronous if possible, because the wallet must be opened inside the press.
      if (!connectRequest) setTarget(next);
      else if (isWanted(internals.store.get())) send(connectRequest, next, true);
    },
  };
}

/** `useOpenRequest` for a screen of the sheet. Sends no request while the sheet is closing. */
export const useSheetRequest = (
  internals: WidgetView,
  wallet: WalletInfo | null,
  way: Way,
  bridges: readonly string[] | null,
): Request => useOpenRequest(internals, wallet, way, bridges, isChoosing);

/**
 * Opens a wallet with the connect request. Call it inside a press. Returns false if the SDK is still loading,
 * `tonProof` is not ready, or the browser blocked the link.
 */
export function openWallet(
  internals: ConnectionContext,
  wallet: WalletInfo,
  method: OpenMethod,
): boolean {
  const link = linkTo(internals, wallet, method);
  return link ? openWalletLink(link) : false;
}

function linkTo(
  internals: ConnectionContext,
  wallet: WalletInfo,
  method: OpenMethod,
): string | null {
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

/** Returns the open method of a way. Stored with the session, because later requests use it. */
export const methodOf = (wallet: WalletInfo, way: Way): OpenMethod =>
  way === 'extension'
    ? 'extension'
    : way === 'qr'
      ? 'qrcode'
      : way === 'desktop' && 'deepLink' in wallet && wallet.deepLink
        ? 'custom-deeplink'
        : 'universal-link';

/**
 * Handles the user's pick of a wallet, inside the press. An extension gets the request at once, and an app on
 * this device is opened. Returns whether the wallet was opened, and whether the browser blocked it.
 */
export function pickWallet(
  internals: RequestContext,
  wallet: WalletInfo,
  way: Way,
  menu: WalletsMenu,
): { opened: boolean; blocked: boolean } {
  // The sheet is closing.
  if (!isChoosing(internals.store.get())) return NOTHING;
  const byLink = way !== 'qr' && way !== 'extension';
  const link = byLink ? linkTo(internals, wallet, methodOf(wallet, way)) : null;
  // The event is emitted first, because a link may replace this page.
  emitSelected(internals, wallet, menu, link ?? '');
  if (link) {
    const opened = openWalletLink(link);
    return { opened, blocked: !opened };
  }
  if (way !== 'extension' || !inPage(wallet)) return NOTHING;
  internals.connection.load().then(
    // The sheet may be closed while the SDK loads.
    ({ connectRequest }) => isChoosing(internals.store.get()) && connectRequest.inPage(wallet),
    // The wallet's screen waits for the same load and shows the error.
    () => undefined,
  );
  return { opened: true, blocked: false };
}

const NOTHING = { opened: false, blocked: false };
