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
      /** Whether the press on the previous screen opened the wallet. */
      opened: boolean;
      /** Whether the browser blocked the link of that press. */
      blocked: boolean;
    };

/** Navigation between screens. `focusKey` is the control that gets the focus on the return. */
export type Navigate = {
  push(screen: Screen, focusKey: string): void;
  /** Undefined on the first screen. */
  back: (() => void) | undefined;
};

/** Props of every screen of the sheet. */
export type ScreenProps = {
  internals: WidgetView;
  /** Null if the list is loading or did not load. */
  wallets: readonly SheetWallet[] | null;
  /** Whether wallets open on this device instead of scanning a QR code. */
  phone: boolean;
  /** The back button. Undefined on the first screen. */
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
  /** Whether the user returned to the screen. */
  returned: boolean;
};

type Visit = { screen: Screen; cameFrom: string | null };

/**
 * Returns the stack of screens. Moves the focus to the title of a new screen, and to the pressed control after
 * a return.
 */
export function useScreens(first: Screen): Screens {
  const { titleId } = useSheet();
  const [visits, setVisits] = useState<readonly Visit[]>([{ screen: first, cameFrom: null }]);
  /** Key of the control that opened the screen that was left. Null after a step forward. */
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

  // The dialog sets its own focus in the parent's layout effect, which must run first, so this is an effect.
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
