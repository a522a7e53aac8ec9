/** What is known of a failure. */
export interface SignInFailure {
  code: string;
  detail: string;
  status?: number;
  retryAfter?: number | null;
  cause?: unknown;
}

/**
 * Why a sign-in, or what a session was asked for, came to nothing: what the server answered (a problem of
 * RFC 9457), or what did not get so far.
 */
export class SignInError extends Error {
  /**
   * For programs. The server's, such as `init_data_expired` or `step_up_required` (the change takes a proof
   * of the last five minutes, and none was available), or one of ours: `network` (no answer came),
   * `unexpected` (an answer that is none of the server's sign-in; see `status`), `cancelled`,
   * `no_identity` (there is nothing to sign in with), `proof_not_supported` (the wallet has connected and
   * gave no proof), `wallet_failed`.
   */
  declare readonly code: string;
  /** Of the answer, such as 429; 0 where there was none. */
  declare readonly status: number;
  /** In words, English, for developers and logs. */
  declare readonly detail: string;
  /** Seconds to wait before the same is asked again (`Retry-After`); null where the server told none. */
  declare readonly retryAfter: number | null;
  /**
   * Of `identity_in_use`: links the identity and takes the other user, whose it was, into this one. Asks the
   * wallet for another proof. The server does it only within five minutes of a proof of this user.
   */
  declare merge?: () => Promise<unknown>;

  // A field would be lowered, and minified code has another name for the class.
  override get name(): string {
    return 'SignInError';
  }

  constructor({ code, detail, status = 0, retryAfter = null, cause }: SignInFailure) {
    super(detail, { cause });
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}
