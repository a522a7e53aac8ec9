import type { ActionConfiguration } from '../controller/public-types.js';

type RequestOptions = {
  /** The wallet has the request; `redirectToWallet` opens the wallet so that it shows. */
  onRequestSent?: (redirectToWallet: () => void) => void;
  /** Gives the request up: the promise rejects. */
  signal?: AbortSignal;
  /** Follows the request through the wallet's and the bridge's logs. */
  traceId?: string;
};

export type SendTransactionOptions = ActionConfiguration & RequestOptions;
export type SignDataOptions = ActionConfiguration & RequestOptions;
