import type { ConnectAdditionalRequest, Wallet } from '@prichal/sdk';
import type {
  InitDataOptions,
  SessionInfo,
  SessionUser,
  SignedIn,
  SignInError,
} from '@prichal/telegram/session';

/**
 * `unknown` until it is settled whether there is somebody already: show a placeholder. `signing-in` while a
 * wallet is asked, or its proof is checked.
 */
export type SessionStatus = 'unknown' | 'signed-out' | 'signing-in' | 'signed-in';

/** What a session knows. A new object with every change. */
export type SessionState = {
  readonly status: SessionStatus;
  /** Who is signed in, by all that they have proven; null unless `signed-in`. */
  readonly user: SessionUser | null;
  /** Since when, and by what; null unless `signed-in`. */
  readonly session: SessionInfo | null;
  /** Why the latest sign-in, link or renewal came to nothing. What the visitor has given up is no error. */
  readonly error: SignInError | null;
};

export type SessionOptions = {
  /** Where the server's sign-in is: a path of this origin, or an address. `/auth` unless it is told. */
  server?: string;
  /** Origins besides this one whose requests by `fetch` carry the session: `https://api.example`. */
  apiOrigins?: readonly string[];
  /**
   * The session is in a cookie that scripts cannot read, and outlives a reload; not for frames of Telegram
   * Web, where browsers keep cookies back. Otherwise its tokens are in memory, and nowhere else.
   */
  cookie?: boolean;
  /**
   * Tokens are bound to a key that cannot leave this browser (RFC 9449). Unless it is told: where the
   * browser can keep one. With `true` also where it is lost with the page. Not with `cookie`.
   */
  dpop?: boolean;
  /**
   * Signs in without asking anybody: `signInWithInitData` of `@prichal/telegram/session`. Null: there is
   * nothing to sign in with.
   */
  telegram?: (options: InitDataOptions) => Promise<SignedIn | null>;
  /** Who is signed in and connects a wallet links it, without `link()`. */
  linkOnConnect?: boolean;
};

export type LinkOptions = {
  /** What is to be linked. Unless it is told: the wallet, where there is a widget. */
  by?: 'wallet' | 'telegram';
  /** Takes another user, whose identity it is, into this one. */
  merge?: boolean;
};

export type SignInOptions = {
  /** Unless it is told: by Telegram where it can be, else by the wallet. */
  by?: 'wallet' | 'telegram';
};

export type SignOutOptions = {
  /** All sessions of this user, on other devices too. */
  all?: boolean;
};

/** What connect requests carry besides the address. `loading` makes the sheet wait. */
export type ConnectRequestParameters =
  | { state: 'loading' }
  | { state: 'ready'; value: ConnectAdditionalRequest };

/** What a session needs of the widget. A `TonConnectUI` has it. */
export type WalletSource = {
  readonly wallet: Wallet | null;
  readonly connectionRestored: Promise<boolean>;
  onStatusChange(callback: (wallet: Wallet | null) => void): () => void;
  onModalStateChange(callback: (state: { status: 'opened' | 'closed' }) => void): () => void;
  setConnectRequestParameters(parameters: ConnectRequestParameters | null): void;
  /** Opens the sheet and waits for a wallet; rejects when there will be none. */
  connectWallet(): Promise<Wallet>;
  disconnect(): Promise<void>;
  closeModal(): void;
};

/** What a session can be asked for. All of it can be taken off and handed on. */
export type SessionMembers = {
  /** The same object until something changes. */
  getState(): SessionState;
  /** Calls back after every change of the state. */
  subscribe(listener: () => void): () => void;
  /**
   * Finds out who is there, and from now on signs in whoever connects a wallet by `ui`. Returns what ends
   * that; the session itself lives on until `signOut`.
   */
  start(ui?: WalletSource): () => void;
  /**
   * Signs in by what there is. A wallet that is connected already is let go and asked anew, because TON
   * Connect has no other way to a proof.
   * @throws SignInError, which is in the state as well; so nobody has to catch it
   */
  signIn(options?: SignInOptions): Promise<SessionUser>;
  /**
   * Links another identity to the user who is signed in. A wallet is let go and asked anew as in `signIn`.
   * @throws SignInError `identity_in_use`, with `merge`, when it is another user's
   */
  link(options?: LinkOptions): Promise<SessionUser>;
  /**
   * Ends the session, here at once. The wallet stays connected.
   * @throws SignInError when the server could not be told: call it again
   */
  signOut(options?: SignOutOptions): Promise<void>;
  /**
   * `fetch` whose requests to this origin, and to `apiOrigins`, carry the session. It is renewed before its
   * end, and after a 401, one renewal for all who wait; then the request is sent once more, unless its body
   * is a stream.
   */
  fetch: typeof fetch;
};
