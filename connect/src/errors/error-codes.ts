/*
 * The codes of the protocol. Like the enums they stand for, the tables answer both ways:
 * `CONNECT_EVENT_ERROR_CODES[300]` is 'USER_REJECTS_ERROR'.
 */

type Table<T> = T & { readonly [code: number]: string };

const table = <const T extends Record<string, number>>(codes: T): Table<T> => ({
  ...codes,
  ...Object.fromEntries(Object.entries(codes).map(([name, code]) => [code, name])),
});

const OF_A_PART = { UNKNOWN_ERROR: 0, METHOD_NOT_SUPPORTED: 400 } as const;
const OF_A_REQUEST = {
  ...OF_A_PART,
  BAD_REQUEST_ERROR: 1,
  UNKNOWN_APP_ERROR: 100,
  USER_REJECTS_ERROR: 300,
} as const;

/** Why a wallet declined a part of a connect request. */
export const CONNECT_ITEM_ERROR_CODES = /* @__PURE__ */ table(OF_A_PART);
export type CONNECT_ITEM_ERROR_CODES = 0 | 400;

/** Why a transaction was not sent. */
export const SEND_TRANSACTION_ERROR_CODES = /* @__PURE__ */ table(OF_A_REQUEST);
export type SEND_TRANSACTION_ERROR_CODES = 0 | 1 | 100 | 300 | 400;

/** Why data was not signed. */
export const SIGN_DATA_ERROR_CODES = SEND_TRANSACTION_ERROR_CODES;
export type SIGN_DATA_ERROR_CODES = SEND_TRANSACTION_ERROR_CODES;

/** Why a wallet did not connect. */
export const CONNECT_EVENT_ERROR_CODES = /* @__PURE__ */ table({
  ...OF_A_REQUEST,
  MANIFEST_NOT_FOUND_ERROR: 2,
  MANIFEST_CONTENT_ERROR: 3,
});
export type CONNECT_EVENT_ERROR_CODES = 0 | 1 | 2 | 3 | 100 | 300 | 400;
