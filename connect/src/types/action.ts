import type { CurrentWallet } from './wallets.js';

export type ActionName =
  | 'confirm-transaction'
  | 'transaction-sent'
  | 'transaction-canceled'
  | 'confirm-sign-data'
  | 'data-signed'
  | 'sign-data-canceled'
  | 'wallet-disconnected';

/**
 * How far a request has come. It waits while `sending` (on its way to the bridge), `stuck` (its code
 * could not be loaded, so that nothing has left the page), `silent` (nobody has taken it for 8 s) and
 * `sent`. Afterwards it is `signed`; `late`, signed when nobody waited for it any more; `refused` in the
 * wallet; `failed` with another error; `expired`, its `validUntil` has passed; `left`, nobody waits for
 * it, but the wallet may have it; or `unsent`, given up before anything left the page.
 */
export type RequestProgress =
  | 'sending'
  | 'stuck'
  | 'silent'
  | 'sent'
  | 'signed'
  | 'late'
  | 'refused'
  | 'failed'
  | 'expired'
  | 'left'
  | 'unsent';

/** What is asked of the wallet, as far as it can be read from what the app gave. */
export type AskedOfWallet =
  | {
      kind: 'transaction';
      /** TON, as a decimal number; null when there is more in it than TON, or no number. */
      amount: string | null;
      /** Of all messages; null when they go to several. */
      recipient: string | null;
      messages: number;
    }
  | { kind: 'text' | 'binary' | 'cell' };

/**
 * A request to the connected wallet, as the user sees it, or the news that the wallet has disconnected.
 * The modal and the notices are views of this entry.
 */
export type ActionState = {
  /** Grows with each request, so that two requests of one kind have two notices. */
  id: number;
  name: ActionName;
  /** Null for what is no request: the wallet has disconnected. */
  progress: RequestProgress | null;
  /** The wallet that it was sent to. A notice may stand longer than the connection. */
  wallet: CurrentWallet;
  asked: AskedOfWallet | null;
  /** When it was asked for and when it expires, unix ms; null when it does not, or had already. */
  time: { from: number; until: number } | null;
  /** Whether the app wants a notice of it. */
  showNotification: boolean;
  /** It waits for the wallet, or its modal is open. */
  open: boolean;
  openModal: boolean;
  /** Its notice. Null if it has none: a dialog says the same, or the notice was closed. */
  notice: 'open' | 'closing' | null;
  /** The request has reached the wallet: opening it now shows something. */
  sent: boolean;
  /** The wallet was opened at this request. */
  opened: boolean;
  /**
   * Opens the wallet, inside a press; false when the browser blocked it. Null for a wallet that is
   * not reached from here by a link: an extension, or an app on another device.
   */
  openWallet: (() => boolean) | null;
  /** Tries again what has failed before anything left the page; null when there is no such thing. */
  retry: (() => void) | null;
  /** Closes its modal: a request that waits is given up, a result is put away. */
  close: () => void;
};
