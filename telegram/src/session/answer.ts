/* Answers of the server's sign-in (docs/api/openapi.yaml; RFC 6749, section 5.1). */

/** Telegram's word for who somebody is. What else the server is set up to tell stands beside it. */
export interface TelegramIdentity {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** A wallet whose owner has shown, by a `ton_proof`, to have its key. */
export interface WalletIdentity {
  /** Raw: `0:<hex>`. */
  readonly address: string;
  /** Chain id: `-239`, the main network; `-3`, the test network. */
  readonly network: string;
  /** Of the latest proof, unix seconds. */
  readonly verified_at: number;
}

/** Somebody, by all that they have proven. */
export interface SessionUser {
  /** The server's own id: one person, whatever is linked or unlinked. */
  readonly sub: string;
  readonly telegram: TelegramIdentity | null;
  readonly wallets: readonly WalletIdentity[];
}

export interface SessionInfo {
  readonly id: string;
  /** Unix seconds. */
  readonly created_at: number;
  /** Of the latest proof, unix seconds. */
  readonly auth_time: number;
  /** When it ends if nobody renews it, unix seconds. */
  readonly expires_at: number;
  /** How it was signed in: `tg_init`, `tg_oidc`, `ton_proof`. */
  readonly amr: readonly string[];
}

/** A session, as every exchange and every renewal answers. */
export interface SignedIn {
  readonly session: SessionInfo;
  readonly user: SessionUser;
  /** Whether the user is new. */
  readonly created?: boolean;
  /** The tokens; not there where a cookie holds the session. */
  readonly access_token?: string;
  /** `DPoP`: good only with proofs of the key that the exchange was made with (RFC 9449). */
  readonly token_type?: 'Bearer' | 'DPoP';
  /** Seconds. */
  readonly expires_in?: number;
  readonly refresh_token?: string;
  /** Seconds. */
  readonly refresh_expires_in?: number;
}
