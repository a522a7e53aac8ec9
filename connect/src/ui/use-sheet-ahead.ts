import { useEffect, useState } from 'react';
import type { Core } from '../controller/core.js';
import { afterPaint } from '../device/after-paint.js';
import { useUiSelector } from '../store/use-ui-selector.js';

/** Whether the wallets sheet should stand ready: once the page is idle, while nobody is connected. */
export function useSheetAhead(core: Core): boolean | undefined {
  const wallet = useUiSelector(core, (state) => state.wallet);
  const [ahead, setAhead] = useState<boolean>();
  useEffect(() => (wallet ? setAhead(false) : afterPaint(() => setAhead(true))), [wallet]);
  return ahead;
}
