/*
 * The enums of the protocol, as types only. TypeScript treats them as equal to the enums of the same
 * name in `@tonconnect/sdk`. They are in a namespace, so that no tool that bundles declarations renames
 * them. Their values are in `protocol/enums.ts`.
 */

/** Enums of the protocol. */
export declare namespace enums {
  /** Networks that have a name. Each value is the decimal `global_id` of the network. */
  enum CHAIN {
    MAINNET = '-239',
    TESTNET = '-3',
  }

  /** Why a wallet rejected a connect request. */
  enum CONNECT_EVENT_ERROR_CODES {
    UNKNOWN_ERROR = 0,
    BAD_REQUEST_ERROR = 1,
    MANIFEST_NOT_FOUND_ERROR = 2,
    MANIFEST_CONTENT_ERROR = 3,
    UNKNOWN_APP_ERROR = 100,
    USER_REJECTS_ERROR = 300,
    METHOD_NOT_SUPPORTED = 400,
  }

  /** Why a wallet rejected one item of a connect request. */
  enum CONNECT_ITEM_ERROR_CODES {
    UNKNOWN_ERROR = 0,
    METHOD_NOT_SUPPORTED = 400,
  }

  /** Why a wallet did not send a transaction. */
  enum SEND_TRANSACTION_ERROR_CODES {
    UNKNOWN_ERROR = 0,
    BAD_REQUEST_ERROR = 1,
    UNKNOWN_APP_ERROR = 100,
    USER_REJECTS_ERROR = 300,
    METHOD_NOT_SUPPORTED = 400,
  }

  /** Why a wallet did not sign data. */
  enum SIGN_DATA_ERROR_CODES {
    UNKNOWN_ERROR = 0,
    BAD_REQUEST_ERROR = 1,
    UNKNOWN_APP_ERROR = 100,
    USER_REJECTS_ERROR = 300,
    METHOD_NOT_SUPPORTED = 400,
  }
}

/** Networks that have a name. Each value is the decimal `global_id` of the network. */
export type CHAIN = enums.CHAIN;

/** Any network: a named one, or the decimal `global_id` of another one. */
export type ChainId = CHAIN | string;

/** Why a wallet rejected a connect request. */
export type CONNECT_EVENT_ERROR_CODES = enums.CONNECT_EVENT_ERROR_CODES;

/** Why a wallet rejected one item of a connect request. */
export type CONNECT_ITEM_ERROR_CODES = enums.CONNECT_ITEM_ERROR_CODES;

/** Why a wallet did not send a transaction. */
export type SEND_TRANSACTION_ERROR_CODES = enums.SEND_TRANSACTION_ERROR_CODES;

/** Why a wallet did not sign data. */
export type SIGN_DATA_ERROR_CODES = enums.SIGN_DATA_ERROR_CODES;
