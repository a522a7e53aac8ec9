import type { WalletInfo } from '@prichal/sdk';
import { useEffect, useState } from 'react';
import { listen } from '../../device/listen.js';
import { translateError } from '../../errors/translate-error.js';
import { isChoosing } from '../../store/selectors.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import type { ConnectFailure, ConnectRequest } from '../../types/connection.js';
import type { Internals } from '../../types/internals.js';
import type { UiState } from '../../types/ui-state.js';
import { inPage, type Way } from '../../wallets/ways-to-wallet.js';
import { methodOf } from './open-wallet.js';

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
  internals: Internals,
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
  internals: Internals,
  wallet: WalletInfo | null,
  way: Way,
  bridges: readonly string[] | null,
): Request => useOpenRequest(internals, wallet, way, bridges, isChoosing);
