import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../../loading/after-paint.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import type { Internals } from '../../types/internals.js';

/**
 * Whether the wallets sheet should be rendered before it is opened: once the page is idle, while no
 * wallet is connected.
 */
export function usePrerenderedSheet(internals: Internals): boolean | undefined {
  const wallet = useUiSelector(internals, (state) => state.wallet);
  const [prerendered, setPrerendered] = useState<boolean>();
  if (wallet && prerendered !== false) setPrerendered(false);
  useEffect(() => {
    if (wallet) return;
    // A transition renders in slices: on an old phone one long render would block a touch.
    return afterPaint(() => startTransition(() => setPrerendered(true)));
  }, [wallet]);
  return prerendered;
}
