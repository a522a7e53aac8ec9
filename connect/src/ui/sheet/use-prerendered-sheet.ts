import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../../loading/after-paint.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import type { Internals } from '../../types/internals.js';

/** Whether the wallets sheet should stand ready: once the page is idle, while nobody is connected. */
export function usePrerenderedSheet(internals: Internals): boolean | undefined {
  const wallet = useUiSelector(internals, (state) => state.wallet);
  const [prerendered, setPrerendered] = useState<boolean>();
  useEffect(() => {
    if (wallet) return setPrerendered(false);
    // In slices: on an old phone all at once would keep a finger waiting.
    return afterPaint(() => startTransition(() => setPrerendered(true)));
  }, [wallet]);
  return prerendered;
}
