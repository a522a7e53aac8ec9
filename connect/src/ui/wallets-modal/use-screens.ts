import { useCallback, useEffect, useRef, useState } from 'react';
import { useSheet } from '../sheet/sheet-context.js';
import type { Navigate, Screen } from './screens.js';

type Visit = { screen: Screen; cameFrom: string | null };

/**
 * The stack of screens. Focus follows: to the title of a new screen, and back to the control that
 * was pressed.
 */
export function useScreens(first: Screen): { screen: Screen; navigate: Navigate; depth: number } {
  const { titleId } = useSheet();
  const [visits, setVisits] = useState<readonly Visit[]>([{ screen: first, cameFrom: null }]);
  const returnTo = useRef<string | null>(null);
  const current = visits.at(-1) ?? { screen: first, cameFrom: null };

  const push = useCallback((screen: Screen, focusKey: string) => {
    returnTo.current = null;
    setVisits((all) => [...all, { screen, cameFrom: focusKey }]);
  }, []);
  const { cameFrom } = current;
  const back = useCallback(() => {
    returnTo.current = cameFrom;
    setVisits((all) => all.slice(0, -1));
  }, [cameFrom]);

  // Not a layout effect: the dialog, whose own focus comes first, is shown in its parent's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each screen shown.
  useEffect(() => {
    const title = document.getElementById(titleId);
    const key = returnTo.current;
    const pressed = key
      ? title
          ?.closest('dialog')
          ?.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
      : null;
    (pressed ?? title)?.focus({ preventScroll: !pressed });
  }, [current.screen, titleId]);

  return {
    screen: current.screen,
    depth: visits.length,
    navigate: { push, back: visits.length > 1 ? back : undefined },
  };
}
