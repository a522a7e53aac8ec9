import type { ConnectAdditionalRequest, Wallet } from '@prichal/sdk';
import type {
  InitDataOptions,
  SessionInfo,
  SessionUser,
  SignedIn,
  SignInError,
} from '@prichal/telegram/session';

/** `unknown` until the first look-up has ended: show a placeholder. */
export type SessionStatus = 'unknown' | 'signed-out' | 'signing-in' | 'signed-in';

/** A new object with every change. */
export type SessionState = {
  readonly status: SessionStatus;
  /** The user, with all proven identities. Null unless `signed-in`. */
  readonly user: SessionUser | null;
  /** When and by which proofs the user signed in. Null unless `signed-in`. */
  readonly session: SessionInfo | null;
  /** Why the latest attempt failed. Null if the user cancelled it. */
  readonly error: SignInError | null;
};

export type SessionOptions = {
  /** Path or address of the server's sign-in. Default: `/auth`. */
  server?: string;
  /** Further origins that `fetch` sends the session to, such as `https://api.example.org`. */
  apiOrigins?: readonly string[];
  /**
   * Keeps the session in a cookie that scripts cannot read, so that it outlives a reload. Not for frames of
   * Telegram Web, whose cookies browsers block. Otherwise tokens are only in memory.
   */
  cookie?: boolean;
  /**
   * Binds tokens to a key that cannot leave this browser (RFC 9449). Default: only if the browser can store a key.
   * `true`: also if the key is lost with the page. Has no effect with `cookie`.
   */
  dpop?: boolean;
  /**
   * Signs in without asking the user: `signInWithInitData`. Resolves to null if the page has no init data.
   */
  telegram?: (options: InitDataOptions) => Promise<SignedIn | null>;
  /** Links wallets that a signed-in user connects, without `link()`. */
  linkOnConnect?: boolean;
};

export type LinkOptions = {
  /** Default: the wallet if the page has a widget, else Telegram. */
  by?: 'wallet' | 'telegram';
  /** If the identity belongs to another user, merges that user into this one. */
  merge?: boolean;
};

export type SignInOptions = {
  /** Default: Telegram if the page has init data, else the wallet. */
  by?: 'wallet' | 'telegram';
};

export type SignOutOptions = {
  /** Ends all sessions of this user, also on other devices. */
  all?: boolean;
};

/** Items of connect requests besides the address. With `loading`, the wallet dialog waits. */
export type ConnectRequestParameters =
  | { state: 'loading' }
  | { state: 'ready'; value: ConnectAdditionalRequest };

/** The members of a widget that a session uses. A `TonConnectUI` has them. */
export type WalletSource = {
  readonly wallet: Wallet | null;
  readonly connectionRestored: Promise<boolean>;
  onStatusChange(callback: (wallet: Wallet | null) => void): () => void;
  onModalStateChange(callback: (state: { status: 'opened' | 'closed' }) => void): () => void;
  setConnectRequestParameters(parameters: ConnectRequestParameters | null): void;
  /** Opens the wallet dialog and waits for a wallet. Rejects if the user closes the dialog. */
  connectWallet(): Promise<Wallet>;
  disconnect(): Promise<void>;
  closeModal(): void;
};

/** The members of a session. They do not use `this`. */
export type SessionMembers = {
  /** Returns the same object until a field changes. */
  getState(): SessionState;
  /** Calls the listener after every change. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /**
   * Looks for a session, and signs in users who connect a wallet by `ui`. Returns a function that stops this. The
   * session itself continues until `signOut`.
   */
  start(ui?: WalletSource): () => void;
  /**
   * Signs in. A connected wallet is disconnected first, because wallets give proofs only while they connect.
   * @throws SignInError, which is also in the state. You do not have to catch it
   */
  signIn(options?: SignInOptions): Promise<SessionUser>;
  /**
   * Links another identity to the user who is signed in. A connected wallet is disconnected as in `signIn`.
   * @throws SignInError `identity_in_use`, with `merge`, if the identity belongs to another user
   */
  link(options?: LinkOptions): Promise<SessionUser>;
  /**
   * Ends the session, in the state at once. The wallet stays connected.
   * @throws SignInError if the server did not answer. Call it again
   */
  signOut(options?: SignOutOptions): Promise<void>;
  /**
   * `fetch` whose requests to this origin and to `apiOrigins` carry the session. Renews tokens before they
   * expire, and after a 401. The request is then sent once more, unless its body is a stream.
   */
  fetch: typeof fetch;
};
