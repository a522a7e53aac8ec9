import type { CurrentWallet } from './wallets.js';

export type ActionName =
  | 'confirm-transaction'
  | 'transaction-sent'
  | 'transaction-canceled'
  | 'confirm-sign-data'
  | 'data-signed'
  | 'sign-data-canceled';

/** A request to the connected wallet, as the visitor sees it: a modal, a notice, both or neither. */
export type ActionState = {
  /** Grows with each request, so that two requests of one kind have two notices. */
  id: number;
  name: ActionName;
  /** The wallet that it was sent to. A notice may stand longer than the connection. */
  wallet: CurrentWallet;
  showNotification: boolean;
  openModal: boolean;
  /** The request has reached the wallet: opening it now shows something. */
  sent: boolean;
  /** The wallet was opened at this request. */
  opened: boolean;
  /**
   * Opens the wallet, inside a press; false when the browser blocked it. Null for a wallet that is
   * not reached from here by a link: an extension, or an app on another device.
   */
  openWallet: (() => boolean) | null;
  /** Closes its modal: a request that waits is given up, a result is put away. */
  close: () => void;
};
