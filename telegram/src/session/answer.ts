/* Answers of the server's sign-in (docs/api/openapi.yaml; RFC 6749, section 5.1). */

/** Telegram identity of a user. Contains further fields if the server is configured to return them. */
export interface TelegramIdentity {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** A wallet whose owner has proven its key with a `ton_proof`. */
export interface WalletIdentity {
  /** Raw address: `0:<64 hex>`. */
  readonly address: string;
  /** Chain ID: `-239` is the main network, `-3` the test network. */
  readonly network: string;
  /** Time of the latest proof, Unix seconds. */
  readonly verified_at: number;
}

/** A user, with all proven identities. */
export interface SessionUser {
  /** The server's ID of the user. Does not change when identities are linked or unlinked. */
  readonly sub: string;
  readonly telegram: TelegramIdentity | null;
  readonly wallets: readonly WalletIdentity[];
}

export interface SessionInfo {
  readonly id: string;
  /** Start of the session, Unix seconds. */
  readonly created_at: number;
  /** Time of the latest proof, Unix seconds. */
  readonly auth_time: number;
  /** Expiry unless the session is renewed, Unix seconds. */
  readonly expires_at: number;
  /** Methods of the sign-in: `tg_init`, `tg_oidc`, `ton_proof`. */
  readonly amr: readonly string[];
}

/** A session, as returned by every exchange and renewal. */
export interface SignedIn {
  readonly session: SessionInfo;
  readonly user: SessionUser;
  /** Whether the user is new. */
  readonly created?: boolean;
  /** Access token. Missing if a cookie holds the session. */
  readonly access_token?: string;
  /** `DPoP`: the token is bound to the key of the exchange, and needs its proofs (RFC 9449). */
  readonly token_type?: 'Bearer' | 'DPoP';
  /** Lifetime of the access token, seconds. */
  readonly expires_in?: number;
  readonly refresh_token?: string;
  /** Lifetime of the refresh token, seconds. */
  readonly refresh_expires_in?: number;
}
