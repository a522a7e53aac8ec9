import type { ReturnStrategy } from '../controller/public-types.js';

export type ActionName =
  | 'confirm-transaction'
  | 'transaction-sent'
  | 'transaction-canceled'
  | 'confirm-sign-data'
  | 'data-signed'
  | 'sign-data-canceled';

/** A request to the connected wallet, as the visitor sees it: a modal, a notice, both or neither. */
export type ActionState = {
  /** Grows with each request, so that an identical notice is told from a repeated one. */
  id: number;
  name: ActionName;
  showNotification: boolean;
  openModal: boolean;
  /** The request has reached the wallet: opening it now shows something. */
  sent: boolean;
  returnStrategy: ReturnStrategy;
  twaReturnUrl: `${string}://${string}` | undefined;
  /** Gives the request up; closing a confirm modal calls it. */
  cancel: () => void;
};
