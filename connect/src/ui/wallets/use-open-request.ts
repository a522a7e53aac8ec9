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
  /** `tc://…`; null for what is in the page, and while the SDK is loading or the proof is awaited. */
  link: string | null;
  failure: ConnectFailure | null;
  /** Bridges of it that cannot be reached; they are tried on. */
  unreached: readonly string[];
  /** Asks again, under a new session: a wallet answers each session only once. */
  retry: () => void;
};

/** Whom a screen asks, and how. A new object that names the same asks again. */
type Target = {
  wallet: WalletInfo | null;
  way: Way;
  /** The wallet if it is in the page, and asked there. */
  here: WalletInfo | null;
  /** Bridges, with spaces between them; undefined while nobody is to be asked yet. */
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

/** A try for which the SDK could not be loaded. */
type Lost = { target: Target; asked: UiState['connectRequest']; failure: ConnectFailure };

const NONE: readonly string[] = [];

const always = (): boolean => true;

/**
 * Keeps a connect request open while the screen is shown: to `wallet` if it is in the page, or over
 * `bridges`; an attempt that already listens there is kept. With `bridges` null nobody is asked
 * yet. `isWanted` says whether it still is when the SDK has loaded.
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
  /** The SDK itself could not be loaded. */
  const [lost, setLost] = useState<Lost | null>(null);
  const here = way === 'extension' && wallet && inPage(wallet) ? wallet : null;
  // The same bridges come in a new array with every render.
  const over = bridges?.join(' ');
  const next = { wallet, way, here, over };
  const [target, setTarget] = useState<Target>(next);
  if (target.wallet !== wallet || target.way !== way || target.over !== over) setTarget(next);
  const [seen, setSeen] = useState(attempt);
  if (seen !== attempt) {
    setSeen(attempt);
    // The sheet was opened elsewhere and here again before a render: the attempt is forgotten, and
    // the screen the same.
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
        // The network has come back too late for this try.
        if (!onLine && navigator.onLine) setTarget({ ...target });
        else setLost({ target, asked, failure: { kind: 'other', error: translateError(error) } });
      },
    );
    return () => {
      current = false;
    };
  }, [internals, target, asked, isWanted]);
  // A new target, or a new proof, is a new try.
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
      // Synchronously if possible: the wallet that is opened next has to be opened inside the
      // press.
      if (!connectRequest) setTarget(next);
      else if (isWanted(internals.store.get())) send(connectRequest, next, true);
    },
  };
}

/**
 * The same for a screen of the sheet, which stands for a moment after it was closed: nobody is asked
 * then.
 */
export const useSheetRequest = (
  internals: WidgetView,
  wallet: WalletInfo | null,
  way: Way,
  bridges: readonly string[] | null,
): Request => useOpenRequest(internals, wallet, way, bridges, isChoosing);

/**
 * Opens a wallet with the connect request, inside the press that asked for it. False when it is not
 * open: the SDK is still loading, `tonProof` is not ready, or the browser blocked the page.
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
  internals: RequestContext,
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
