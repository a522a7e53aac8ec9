import type { Admission } from './provider.js';

/** The answer of an extension to a connect request. */
export type ExtensionAnswer = {
  approved: boolean;
  /** Whether the app has chosen another way since, or has cancelled the request. */
  late: boolean;
};

/** Receives the answer of an extension. The answer counts if it returns true. */
export type ExtensionAnswerListener = (answer: ExtensionAnswer) => boolean;

/** Handle of a connect request that an extension has not answered. */
export type PendingExtension = {
  readonly jsBridgeKey: string;
  /** Declines a later approval: the extension is asked to disconnect and nothing is stored. */
  turnDown(): void;
  /** Removes the listener. The connector then decides by itself. */
  dispose(): void;
};

/**
 * `current`: the app waits for the answer. `late`: it does not, but an approval still connects.
 * `declined`: an approval is answered by disconnecting. `replaced`: the same extension was asked again
 * or has been restored, so that this answer means nothing. `answered`: it has been handled.
 */
type State = 'current' | 'late' | 'declined' | 'replaced' | 'answered';

type Input = 'abandon' | 'decline' | 'replace' | 'answer';

const STATES: Record<State, Partial<Record<Input, State>>> = {
  current: { abandon: 'late', decline: 'declined', replace: 'replaced', answer: 'answered' },
  late: { decline: 'declined', replace: 'replaced', answer: 'answered' },
  declined: { replace: 'replaced' },
  replaced: {},
  answered: {},
};

/**
 * A connect request in an extension. It cannot be withdrawn, so it outlives the choice of another
 * wallet.
 */
export class ExtensionRequest implements PendingExtension {
  readonly jsBridgeKey: string;
  private state: State = 'current';
  private listener: ExtensionAnswerListener | null = null;

  constructor(jsBridgeKey: string) {
    this.jsBridgeKey = jsBridgeKey;
  }

  listen(listener: ExtensionAnswerListener): void {
    this.listener = listener;
  }

  /** Whether the extension has answered, or its answer cannot count any more. */
  get isOver(): boolean {
    return this.state === 'answered' || this.state === 'replaced';
  }

  turnDown(): void {
    this.input('decline');
  }

  dispose(): void {
    this.listener = null;
  }

  /** The app waits for something else. */
  abandon(): void {
    this.input('abandon');
  }

  /** The same extension is asked again. */
  replace(): void {
    this.input('replace');
  }

  /** Decides about the approval of the extension. */
  approve(): Admission {
    if (this.isOver) return 'ignore';
    if (this.state === 'declined') return 'decline';
    return this.counts(true, true) ? 'accept' : 'decline';
  }

  /** Whether the error of the extension is to be reported. */
  reject(): boolean {
    return this.counts(false, this.state === 'current');
  }

  private counts(approved: boolean, byDefault: boolean): boolean {
    if (this.state !== 'current' && this.state !== 'late') return false;
    const late = this.state === 'late';
    this.input('answer');
    return this.listener?.({ approved, late }) ?? byDefault;
  }

  private input(input: Input): void {
    this.state = STATES[this.state][input] ?? this.state;
  }
}
