import type { enums } from '../types/enums.js';

/** Networks that have a name. Each value is the decimal `global_id` of the network. */
export const CHAIN = { MAINNET: '-239', TESTNET: '-3' } as unknown as typeof enums.CHAIN;
export type CHAIN = enums.CHAIN;
/** Types of the members, as of an enum. */
export declare namespace CHAIN {
  type MAINNET = enums.CHAIN.MAINNET;
  type TESTNET = enums.CHAIN.TESTNET;
}

/*
 * Error codes of the protocol. Like enums, the objects map codes to names too:
 * `SEND_TRANSACTION_ERROR_CODES[300]` is 'USER_REJECTS_ERROR'.
 */

const enumOf = <T>(codes: Record<string, number>): T =>
  ({
    ...codes,
    ...Object.fromEntries(Object.entries(codes).map(([name, code]) => [code, name])),
  }) as T;

const OF_ITEMS = { UNKNOWN_ERROR: 0, METHOD_NOT_SUPPORTED: 400 };
const OF_REQUESTS = {
  ...OF_ITEMS,
  BAD_REQUEST_ERROR: 1,
  UNKNOWN_APP_ERROR: 100,
  USER_REJECTS_ERROR: 300,
};

/** Why a wallet rejected one item of a connect request. */
export const CONNECT_ITEM_ERROR_CODES =
  /* @__PURE__ */ enumOf<typeof enums.CONNECT_ITEM_ERROR_CODES>(OF_ITEMS);
export type CONNECT_ITEM_ERROR_CODES = enums.CONNECT_ITEM_ERROR_CODES;

/** Why a wallet did not send a transaction. */
export const SEND_TRANSACTION_ERROR_CODES =
  /* @__PURE__ */ enumOf<typeof enums.SEND_TRANSACTION_ERROR_CODES>(OF_REQUESTS);
export type SEND_TRANSACTION_ERROR_CODES = enums.SEND_TRANSACTION_ERROR_CODES;

/** Why a wallet did not sign data. */
export const SIGN_DATA_ERROR_CODES =
  /* @__PURE__ */ enumOf<typeof enums.SIGN_DATA_ERROR_CODES>(OF_REQUESTS);
export type SIGN_DATA_ERROR_CODES = enums.SIGN_DATA_ERROR_CODES;

/** Why a wallet rejected a connect request. */
export const CONNECT_EVENT_ERROR_CODES = /* @__PURE__ */ enumOf<
  typeof enums.CONNECT_EVENT_ERROR_CODES
>({ ...OF_REQUESTS, MANIFEST_NOT_FOUND_ERROR: 2, MANIFEST_CONTENT_ERROR: 3 });
export type CONNECT_EVENT_ERROR_CODES = enums.CONNECT_EVENT_ERROR_CODES;
