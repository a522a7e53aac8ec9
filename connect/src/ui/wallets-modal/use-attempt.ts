import { useEffect } from 'react';
import type { ConnectionAttempt, SelectedWallet } from '../../connection/attempt.js';
import type { Core } from '../../controller/core.js';
import { useUiSelector } from '../../store/use-ui-selector.js';

/**
 * Keeps a connect request open over `bridges` while the screen is shown; an attempt that already
 * listens there is kept. Null waits.
 */
export function useAttemptOver(
  core: Core,
  bridges: readonly string[] | null,
  selected: SelectedWallet | null,
): ConnectionAttempt | null {
  const attempt = useUiSelector(core, (state) => state.attempt);
  const request = useUiSelector(core, (state) => state.connectRequest);
  const over = bridges?.join(' ') ?? null;
  const method = selected?.openMethod;
  const appName = selected?.wallet.appName;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wallet and bridges in new objects are the same request.
  useEffect(() => {
    if (!bridges || bridges.length === 0 || request.state === 'loading') return;
    let current = true;
    core.connection.load().then(
      ({ attempts }) => {
        if (current) attempts.overBridges(bridges, selected);
      },
      (error: unknown) => reportError(error),
    );
    return () => {
      current = false;
    };
  }, [core, over, method, appName, request]);

  const listens = bridges?.every((url) => attempt?.bridges.includes(url));
  return listens ? attempt : null;
}

/** The same request again, under a new session: a wallet answers an old one only once. */
export function retryOver(
  core: Core,
  bridges: readonly string[],
  selected: SelectedWallet | null,
): void {
  core.connection.current?.attempts.overBridges(bridges, selected, true);
}
