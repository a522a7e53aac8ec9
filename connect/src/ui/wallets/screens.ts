import type { WalletInfo } from '@prichal/sdk';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { WidgetView } from '../../core/internals.js';
import type { SheetWallet } from '../../core/wallets/sheet-wallets.js';
import { useSheet } from '../sheet/sheet-context.js';

export type Screen =
  | { name: 'universal' | 'all' | 'info' }
  | {
      name: 'wallet';
      wallet: WalletInfo;
      /** Whether the wallet was opened by the press that led here; false when it still has to be. */
      opened: boolean;
      /** Whether it was to be opened by it, and the browser did not let it. */
      blocked: boolean;
    };

/** Going from screen to screen. `focusKey` names the control that focus comes back to. */
export type Navigate = {
  push(screen: Screen, focusKey: string): void;
  /** Undefined on the first screen. */
  back: (() => void) | undefined;
};

/** What every screen of the sheet is given. */
export type ScreenProps = {
  internals: WidgetView;
  /** Null while the list is loading, or did not load. */
  wallets: readonly SheetWallet[] | null;
  /** Wallets are opened on this device instead of scanned with another. */
  phone: boolean;
  /** The control that leads back; undefined on the first screen. */
  back: ReactNode;
  navigate: Navigate;
  onPick: (wallet: WalletInfo) => void;
};

export const usable = (wallets: readonly SheetWallet[] | null): SheetWallet[] =>
  (wallets ?? []).filter(({ support }) => support !== 'lacks-required');

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
