import { useCallback, useEffect, useState } from 'react';
import { useSheet } from '../sheet/sheet-context.js';
import type { Navigate, Screen } from './screens.js';

type Screens = {
  screen: Screen;
  navigate: Navigate;
  depth: number;
  /** Whether the user came back to the screen. */
  returned: boolean;
};

type Visit = { screen: Screen; cameFrom: string | null };

/**
 * The stack of screens. Focus follows: to the title of a new screen, and back to the control that
 * was pressed.
 */
export function useScreens(first: Screen): Screens {
  const { titleId } = useSheet();
  const [visits, setVisits] = useState<readonly Visit[]>([{ screen: first, cameFrom: null }]);
  /** Key of the control that led to the screen just left; null after a step forward. */
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const current = visits.at(-1) ?? { screen: first, cameFrom: null };

  const push = useCallback((screen: Screen, focusKey: string) => {
    setReturnTo(null);
    setVisits((all) => [...all, { screen, cameFrom: focusKey }]);
  }, []);
  const { cameFrom } = current;
  const back = useCallback(() => {
    setReturnTo(cameFrom);
    setVisits((all) => all.slice(0, -1));
  }, [cameFrom]);

  // Not a layout effect: the dialog, whose own focus comes first, is shown in its parent's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each screen shown.
  useEffect(() => {
    const title = document.getElementById(titleId);
    const pressed = returnTo
      ? title
          ?.closest('dialog')
          ?.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(returnTo)}"]`)
      : null;
    (pressed ?? title)?.focus({ preventScroll: !pressed });
  }, [current.screen, titleId]);

  return {
    screen: current.screen,
    depth: visits.length,
    returned: returnTo !== null,
    navigate: { push, back: visits.length > 1 ? back : undefined },
  };
}
