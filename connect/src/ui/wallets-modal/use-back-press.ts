import { useEffect, useRef } from 'react';
import { onBackPress } from '../../device/back-press.js';

/**
 * Telegram's and Android's back: one screen back, and from the first screen out of the sheet.
 * `off` leaves Android's back to the page.
 */
export function useBackPress(
  back: (() => void) | undefined,
  dismiss: () => void,
  off: boolean,
): void {
  const latest = useRef({ back, dismiss });
  latest.current = { back, dismiss };
  useEffect(() => {
    if (off) return;
    return onBackPress(() => {
      const { back: goBack, dismiss: leave } = latest.current;
      (goBack ?? leave)();
      return goBack !== undefined;
    });
  }, [off]);
}
