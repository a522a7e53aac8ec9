/** Details of a failure. */
export interface SignInFailure {
  code: string;
  detail: string;
  status?: number;
  retryAfter?: number | null;
  cause?: unknown;
}

/**
 * A sign-in or another request of a session has failed: the server answered with a problem (RFC 9457), or the
 * failure came earlier.
 */
export class SignInError extends Error {
  /**
   * Stable code for programs. Either the server's, such as `init_data_expired` or `step_up_required` (the
   * change needs a proof of the last five minutes, and none was available), or one of these: `network` (no
   * answer), `unexpected` (not an answer of the sign-in; see `status`), `cancelled`, `no_identity` (nothing
   * to sign in with), `proof_not_supported` (the wallet connected without a proof), `wallet_failed`.
   */
  declare readonly code: string;
  /** HTTP status of the answer, such as 429. 0 without an answer. */
  declare readonly status: number;
  /** Description in English, for developers and logs. */
  declare readonly detail: string;
  /** Seconds to wait before a retry (`Retry-After`). Null if the server sent none. */
  declare readonly retryAfter: number | null;
  /**
   * Set for `identity_in_use`: links the identity, and merges the user who has it into this one. Requests
   * another proof from the wallet. The server allows this within five minutes after a proof of this user.
   */
  declare merge?: () => Promise<unknown>;

  // A getter: a class field would be lowered, and minifiers rename the class.
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
