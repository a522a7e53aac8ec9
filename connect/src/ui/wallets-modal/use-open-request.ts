import type { WalletInfo } from '@tonconnect/sdk';
import { useEffect, useRef, useState } from 'react';
import { listen } from '../../device/listen.js';
import { translateError } from '../../errors/translate-error.js';
import { isChoosing } from '../../store/selectors.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import type { ConnectFailure, ConnectRequest } from '../../types/connection.js';
import type { Internals } from '../../types/internals.js';
import { inPage, type Way } from '../../wallets/ways-to-wallet.js';
import { methodOf } from './open-wallet.js';

export type Request = {
  /** `tc://…`; null for what is in the page, and while the SDK is loading or the proof is awaited. */
  link: string | null;
  failure: ConnectFailure | null;
  /** Asks again, under a new session: a wallet answers each session only once. */
  retry: () => void;
};

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
  isWanted: () => boolean = () => true,
): Request {
  const attempt = useUiSelector(internals, (state) => state.attempt);
  const asked = useUiSelector(internals, (state) => state.connectRequest);
  const here = way === 'extension' && wallet && inPage(wallet);
  const over = bridges?.join(' ');
  /** The SDK itself could not be loaded. */
  const [lost, setLost] = useState<ConnectFailure | null>(null);
  const [tries, setTries] = useState(0);
  /** The attempt that the screen knows of since it asked last. */
  const shown = useRef<typeof attempt>(null);

  const send = (connectRequest: ConnectRequest, fresh: boolean): void => {
    if (!isWanted()) return;
    if (here) connectRequest.inPage(wallet, fresh);
    else if (over) {
      const selected = wallet && { wallet, openMethod: methodOf(wallet, way) };
      connectRequest.overBridges(bridges ?? [], selected, fresh);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wallet and bridges in new objects are the same request.
  useEffect(() => {
    if (!bridges || asked.state === 'loading') return;
    let current = true;
    shown.current = attempt;
    setLost(null);
    internals.connection.load().then(
      ({ connectRequest }) => current && send(connectRequest, false),
      (error) => current && setLost({ kind: 'other', error: translateError(error) }),
    );
    return () => {
      current = false;
    };
  }, [internals, over, way, wallet?.name, asked, tries]);
  // The sheet was opened elsewhere and here again before a render: the attempt is forgotten, and the
  // screen the same.
  useEffect(() => {
    if (shown.current && !attempt) setTries((count) => count + 1);
    shown.current = attempt;
  }, [attempt]);
  useEffect(() => {
    if (!lost) return;
    return listen(window, 'online', () => setTries((count) => count + 1));
  }, [lost]);

  const ours = here
    ? attempt?.inPage === wallet.appName
    : over && bridges?.every((url) => attempt?.bridges.includes(url));
  return {
    link: (ours && attempt?.link) || null,
    failure: lost ?? ((ours && attempt?.failure) || null),
    retry() {
      const connectRequest = internals.connection.current?.connectRequest;
      // Synchronously if possible: the wallet that is opened next has to be opened inside the
      // press.
      if (connectRequest) send(connectRequest, true);
      else setTries(tries + 1);
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
): Request =>
  useOpenRequest(internals, wallet, way, bridges, () => isChoosing(internals.store.get()));
