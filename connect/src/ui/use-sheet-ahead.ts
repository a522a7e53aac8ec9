import { startTransition, useEffect, useState } from 'react';
import type { Core } from '../controller/core.js';
import { afterPaint } from '../device/after-paint.js';
import { useUiSelector } from '../store/use-ui-selector.js';

/** Whether the wallets sheet should stand ready: once the page is idle, while nobody is connected. */
export function useSheetAhead(core: Core): boolean | undefined {
  const wallet = useUiSelector(core, (state) => state.wallet);
  const [ahead, setAhead] = useState<boolean>();
  useEffect(() => {
    if (wallet) return setAhead(false);
    // In slices: on an old phone all at once would keep a finger waiting.
    return afterPaint(() => startTransition(() => setAhead(true)));
  }, [wallet]);
  return ahead;
}
