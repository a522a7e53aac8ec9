import type * as Sdk from '@prichal/sdk';

/*
 * The codes of the protocol, under the SDK's enums as their types (see CHAIN). As those do, the tables
 * answer both ways: `CONNECT_EVENT_ERROR_CODES[300]` is 'USER_REJECTS_ERROR'.
 */

const table = <T>(codes: Record<string, number>): T =>
  ({
    ...codes,
    ...Object.fromEntries(Object.entries(codes).map(([name, code]) => [code, name])),
  }) as T;

const OF_A_PART = { UNKNOWN_ERROR: 0, METHOD_NOT_SUPPORTED: 400 };
const OF_A_REQUEST = {
  ...OF_A_PART,
  BAD_REQUEST_ERROR: 1,
  UNKNOWN_APP_ERROR: 100,
  USER_REJECTS_ERROR: 300,
};

/** Why a wallet declined a part of a connect request. */
export const CONNECT_ITEM_ERROR_CODES: typeof Sdk.CONNECT_ITEM_ERROR_CODES =
  /* @__PURE__ */ table(OF_A_PART);
export type CONNECT_ITEM_ERROR_CODES = Sdk.CONNECT_ITEM_ERROR_CODES;

/** Why a transaction was not sent. */
export const SEND_TRANSACTION_ERROR_CODES: typeof Sdk.SEND_TRANSACTION_ERROR_CODES =
  /* @__PURE__ */ table(OF_A_REQUEST);
export type SEND_TRANSACTION_ERROR_CODES = Sdk.SEND_TRANSACTION_ERROR_CODES;

/** Why data was not signed. */
export const SIGN_DATA_ERROR_CODES: typeof Sdk.SIGN_DATA_ERROR_CODES =
  /* @__PURE__ */ table(OF_A_REQUEST);
export type SIGN_DATA_ERROR_CODES = Sdk.SIGN_DATA_ERROR_CODES;

/** Why a wallet did not connect. */
export const CONNECT_EVENT_ERROR_CODES: typeof Sdk.CONNECT_EVENT_ERROR_CODES =
  /* @__PURE__ */ table({
    ...OF_A_REQUEST,
    MANIFEST_NOT_FOUND_ERROR: 2,
    MANIFEST_CONTENT_ERROR: 3,
  });
export type CONNECT_EVENT_ERROR_CODES = Sdk.CONNECT_EVENT_ERROR_CODES;
