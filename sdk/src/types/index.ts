export type {
  CHAIN,
  ChainId,
  CONNECT_EVENT_ERROR_CODES,
  CONNECT_ITEM_ERROR_CODES,
  SEND_TRANSACTION_ERROR_CODES,
  SIGN_DATA_ERROR_CODES,
} from './enums.js';
export type * from './events.js';
export type * from './requests.js';
export type * from './ton-connect.js';
export type * from './wallet.js';
export type * from './wallet-info.js';
