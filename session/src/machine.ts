import type { SignedIn, SignInError } from '@prichal/telegram/session';
import type { Access } from './access.js';
import { failure } from './failure.js';
import { cancel, type Run } from './run.js';
import { UNKNOWN } from './state.js';
import type { SessionState } from './types.js';

/** `error` is null if the user cancelled. */
type Failed = { readonly error: SignInError | null };
/** The error of the latest attempt. */
type Known = Partial<Failed>;
/** `isNew` until the first look-up has ended. */
type Unknown = Known & { readonly isNew?: boolean };
type Running = { readonly run: Run };
type Session = Known & { readonly access: Access };
/**
 * `leaving` is a session that the server has not ended yet, because the sign-out did not reach the
 * server.
 */
type NoSession = Known & { readonly leaving?: Access | undefined };

/** The states and their data. */
export type States = {
  /** A look-up is due. It finds a session without a question to the user. */
  idle: Unknown;
  looking: Unknown & Running;
  'signed-out': NoSession;
  'signing-in': NoSession & Running;
  'signed-in': Session;
  /** Another tab has signed in or out. A look-up gets the session that the cookie has now. */
  checking: Session & Running;
  linking: Session & Running;
};

/** The events and their data. `of` is the run or the session that sends the event. */
export type Events = {
  /** The session starts, the page becomes visible, or the network is back. */
  look: Running;
  /** Another tab has signed in or out. */
  change: Running;
  /** The app calls `signIn`, or a wallet connects with a proof. */
  signIn: Running;
  link: Running;
  /** A wallet connects with a proof, and the option `linkOnConnect` is set. */
  connect: Running;
  /** `logOut` ends a session on the server. */
  signOut: { logOut(left: Access | undefined): void };
  /** A run brings a session. */
  found: { of: Run; answer: SignedIn };
  /** A run has nothing to sign in with. */
  none: Failed & { of: Run };
  /** The server or the wallet rejects a run, or the user cancels it. */
  failed: Failed & { of: Run };
  /** The server does not answer a run, or it answers with 429 or 5xx. */
  offline: Failed & { of: Run };
  /** A link has shown a fresher proof of the same user, and continues. */
  proven: { of: Run; answer: SignedIn };
  renewed: { of: Access };
  /** The server has ended the session. */
  ended: Failed & { of: Access };
  /** The server has ended the session after a sign-out. */
  left: { of: Access | undefined };
  /** An operation other than a run fails. */
  fault: Failed;
};

export type StateName = keyof States;
export type EventName = keyof Events;
export type State = { [S in StateName]: States[S] & { readonly name: S } }[StateName];
export type SessionEvent = { [E in EventName]: Events[E] & { readonly type: E } }[EventName];

/** Functions that the effects call. */
export type Tools = {
  /** Starts the exchange of a run, and sends its outcome. */
  start(run: Run): void;
  /** Keeps the tokens of an answer. Fields that a link does not send are those of `before`. */
  open(answer: SignedIn, before?: Access): Access;
  /** Notifies the other tabs. */
  notify(): void;
  /** Closes the wallet dialog, and ignores wallets that were asked before. */
  cancelWallets(): void;
  send(event: SessionEvent): void;
};

/* Functions that make the data of the next state. */

const same = <T>(state: T): T => state;
const none = () => ({});
const noted = <T>(state: T, { error }: Failed) => ({ ...state, error });
const denied = <T>(state: T) =>
  noted(state, { error: failure('signed_out', 'No user is signed in') });
/** The error stays until the look-up has ended. */
const looking = <T>(state: T, { run }: Running) => ({ ...state, run });
const running = <T>(state: T, { run }: Running) => ({ ...state, run, isNew: false, error: null });
const failed = <T extends Running & Unknown>({ run, isNew, ...state }: T, failed: Failed) =>
  noted(state, failed);
const ended = (_: object, { error }: Failed) => ({ error });
const adopted = (
  { access }: Partial<Session>,
  { answer }: { answer: SignedIn },
  { open }: Tools,
) => ({
  access: open(answer, access),
});
const proven = (state: States['linking'], event: Events['proven'], tools: Tools) => ({
  ...state,
  ...adopted(state, event, tools),
});
const left = ({ access, leaving }: Partial<Session & NoSession>) => ({
  leaving: access ?? leaving,
});
const forgotten = <T>(state: T) => ({ ...state, leaving: undefined });

/** Effects. They run after the change. */

const start = (_: object, { run }: Running, tools: Tools) => tools.start(run);
const notify = (_: object, _event: object, tools: Tools) => tools.notify();
/** Sends the event again when the run has ended. A sign-out cancels both. */
const postpone = ({ run }: Running, event: SessionEvent & Running, { send }: Tools) => {
  const again = () => (run.isCancelled ? cancel(event.run) : send(event));
  run.promise.then(again, again);
};
const share = (state: Running, { run }: Running) => run.resolve(state.run.promise);
const resolve = ({ access }: Session, { run }: Running) => run.resolve(access.current.user);
const reject = (_: object, { run }: Running, _tools: Tools, { error }: Known) => run.reject(error);
const stop = ({ run }: Known & Partial<Running>, _: object, { cancelWallets }: Tools) => {
  if (run) cancel(run);
  cancelWallets();
};
const leave = (
  state: Known & Partial<Running>,
  { logOut }: Events['signOut'],
  tools: Tools,
  { leaving }: NoSession,
) => {
  stop(state, {}, tools);
  logOut(leaving);
};

/* Cells of the table: the next state, its data, and an effect. `same` keeps the state. */

/** The event is ignored: it cannot happen, or it changes nothing. */
const ____ = null;
const LOOK = ['looking', looking, start] as const;
const TEST = ['checking', looking, start] as const;
const SIGN = ['signing-in', running, start] as const;
const LINK = ['linking', running, start] as const;
const WAIT = ['same', same, postpone] as const;
const JOIN = ['same', same, share] as const;
const DONE = ['same', same, resolve] as const;
const DENY = ['same', denied, reject] as const;
const QUIT = ['signed-out', left, leave] as const;
const HAVE = ['signed-in', adopted] as const;
const SEND = ['signed-in', adopted, notify] as const;
const MORE = ['same', proven] as const;
const LACK = ['signed-out', none] as const;
const FAIL = ['signed-out', failed] as const;
const BACK = ['signed-in', failed] as const;
const IDLE = ['idle', failed] as const;
const OVER = ['signed-out', ended] as const;
const STOP = ['signed-out', ended, stop] as const;
const KEEP = ['same', same] as const;
const NOTE = ['same', noted] as const;
const DROP = ['same', forgotten] as const;

type Step<S extends StateName, E extends EventName, N extends StateName, Next> = readonly [
  next: Next,
  data: (state: States[S], event: Events[E], tools: Tools) => States[N],
  effect?: (
    state: States[S],
    event: Events[E] & { readonly type: E },
    tools: Tools,
    next: States[N],
  ) => void,
];
type Cell<S extends StateName, E extends EventName> =
  | { [N in StateName]: Step<S, E, N, N> }[StateName]
  | Step<S, E, S, 'same'>
  | null;

/** The columns of the table. */
export const STATES = [
  'idle',
  'looking',
  'signed-out',
  'signing-in',
  'signed-in',
  'checking',
  'linking',
] as const satisfies readonly StateName[];

type Row<E extends EventName, T extends readonly StateName[] = typeof STATES> = {
  readonly [I in keyof T]: Cell<T[I], E>;
};

export const TABLE: { readonly [E in EventName]: Row<E> } = {
  // idle, looking, signed-out, signing-in, signed-in, checking, linking
  look: [LOOK, ____, ____, ____, ____, TEST, ____],
  change: [LOOK, WAIT, LOOK, WAIT, TEST, TEST, WAIT],
  signIn: [SIGN, WAIT, SIGN, JOIN, DONE, DONE, DONE],
  link: [DENY, WAIT, DENY, WAIT, LINK, LINK, JOIN],
  connect: [SIGN, WAIT, SIGN, WAIT, LINK, LINK, WAIT],
  signOut: [QUIT, QUIT, QUIT, QUIT, QUIT, QUIT, QUIT],
  found: [____, HAVE, ____, SEND, ____, HAVE, SEND],
  none: [____, LACK, ____, FAIL, ____, LACK, BACK],
  failed: [____, FAIL, ____, FAIL, ____, OVER, BACK],
  offline: [____, IDLE, ____, FAIL, ____, NOTE, BACK],
  proven: [____, ____, ____, ____, ____, ____, MORE],
  renewed: [____, ____, ____, ____, KEEP, KEEP, KEEP],
  ended: [____, ____, ____, ____, OVER, OVER, STOP],
  left: [____, ____, DROP, DROP, ____, ____, ____],
  fault: [NOTE, NOTE, NOTE, NOTE, NOTE, NOTE, NOTE],
};

/** The part of a state that the app sees. */
function view(state: State): SessionState {
  const { access, isNew, error = null }: Unknown & Partial<Session> = state;
  const { user = null, session = null } = access?.current ?? {};
  const withoutSession = state.name === 'signing-in' ? state.name : 'signed-out';
  const known = access ? 'signed-in' : withoutSession;
  return { status: isNew ? 'unknown' : known, user, session, error };
}

export type Machine = {
  get(): State;
  /** The part that the app sees: the same object until a field changes. */
  getState(): SessionState;
  send(event: SessionEvent): void;
};

type AnyCell = readonly [
  StateName | 'same',
  (state: State, event: SessionEvent, tools: Tools) => object,
  ((state: State, event: SessionEvent, tools: Tools, next: State) => void)?,
];

/**
 * @param show called when the part that the app sees has changed
 * @param sent called after each event that the state does not ignore
 */
export function createMachine(
  tools: Tools,
  show: (state: SessionState) => void,
  sent: () => void,
): Machine {
  let state: State = { name: 'idle', isNew: true };
  let shown = UNKNOWN;
  return {
    get: () => state,
    getState: () => shown,
    send(event) {
      const before = state;
      const cell = TABLE[event.type][STATES.indexOf(before.name)] as AnyCell | null;
      const { of } = event as { of?: Run | Access };
      // The run or the session that sends a late event is not in the state any more.
      if (!cell || (of && !Object.values<unknown>(before).includes(of))) return;
      const [name, data, effect] = cell;
      state = {
        ...data(before, event, tools),
        name: name === 'same' ? before.name : name,
      } as State;
      effect?.(before, event, tools, state);
      const next = view(state);
      if (Object.entries(next).some(([key, value]) => shown[key as keyof SessionState] !== value)) {
        shown = next;
        show(next);
      }
      sent();
    },
  };
}
