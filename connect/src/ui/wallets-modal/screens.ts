import type { WalletInfo } from '@tonconnect/sdk';

export type Screen =
  | { name: 'universal' | 'all' | 'info' }
  | {
      name: 'wallet';
      wallet: WalletInfo;
      /** Whether the wallet was opened by the press that led here; false when it still has to be. */
      opened: boolean;
    };

/** Going from screen to screen. `focusKey` names the control that focus comes back to. */
export type Navigate = {
  push(screen: Screen, focusKey: string): void;
  /** Undefined on the first screen. */
  back: (() => void) | undefined;
};
