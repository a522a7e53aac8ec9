import type { WalletInfo } from '@tonconnect/sdk';
import { useEffect, useState } from 'react';
import type { ConnectFailure } from '../../connection/attempt.js';
import type { Attempts } from '../../connection/attempts.js';
import { translateError } from '../../connection/translate-error.js';
import type { Core } from '../../controller/core.js';
import { listen } from '../../device/listen.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { inPage, type Way } from '../../wallets/reach.js';
import { methodOf } from './open-wallet.js';

export type Request = {
  /** `tc://…`; null for what is in the page, and while the SDK is loading or the proof is awaited. */
  link: string | null;
  failure: ConnectFailure | null;
  /** Asks anew, under a new session: a wallet answers an old one only once. */
  retry: () => void;
};

/**
 * Keeps a connect request open while the screen is shown: to what of `wallet` is in the page, or over
 * `bridges`, where an attempt that already listens is kept. Null asks nobody yet.
 */
export function useRequest(
  core: Core,
  wallet: WalletInfo | null,
  way: Way,
  bridges: readonly string[] | null,
): Request {
  const attempt = useUiSelector(core, (state) => state.attempt);
  const asked = useUiSelector(core, (state) => state.connectRequest);
  const here = way === 'extension' && wallet && inPage(wallet);
  const over = bridges?.join(' ');
  /** The SDK itself could not be loaded. */
  const [lost, setLost] = useState<ConnectFailure | null>(null);
  const [tries, setTries] = useState(0);

  const send = (attempts: Attempts, fresh: boolean): void => {
    if (here) attempts.inPage(wallet, fresh);
    else if (over) {
      const selected = wallet && { wallet, openMethod: methodOf(wallet, way) };
      attempts.overBridges(bridges ?? [], selected, fresh);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wallet and bridges in new objects are the same request.
  useEffect(() => {
    if (!bridges || asked.state === 'loading') return;
    let current = true;
    setLost(null);
    core.connection.load().then(
      ({ attempts }) => current && send(attempts, false),
      (error) => current && setLost({ kind: 'other', error: translateError(error) }),
    );
    return () => {
      current = false;
    };
  }, [core, over, way, wallet?.appName, asked, tries]);
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
      const attempts = core.connection.current?.attempts;
      // At once if possible: what is opened after it has to be opened inside the press.
      if (attempts) send(attempts, true);
      else setTries(tries + 1);
    },
  };
}
