import type { Admission } from './provider.js';

/** The answer of an extension to a connect request. */
export type ExtensionAnswer = {
  approved: boolean;
  /** Whether the app has since chosen another wallet, or has cancelled the request. */
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
 * A connect request in an extension. It cannot be withdrawn, so it remains when the user chooses another wallet.
 */
export type ExtensionRequest = PendingExtension & {
  listen(listener: ExtensionAnswerListener): void;
  /** Whether the extension has answered, or its answer will be ignored. */
  isOver(): boolean;
  /**
   * `abandon`: the app no longer waits for the answer. `replace`: the same extension is asked again.
   */
  input(input: Input): void;
  /** Decides about the approval of the extension. */
  approve(): Admission;
  /** Whether to report the error of the extension. */
  reject(): boolean;
};

export function createExtensionRequest(jsBridgeKey: string): ExtensionRequest {
  let state: State = 'current';
  let listener: ExtensionAnswerListener | null = null;

  const input = (name: Input): void => {
    state = STATES[state][name] ?? state;
  };
  const isOver = (): boolean => state === 'answered' || state === 'replaced';
  const counts = (approved: boolean, byDefault: boolean): boolean => {
    if (isOver() || state === 'declined') return false;
    const late = state === 'late';
    input('answer');
    return listener?.({ approved, late }) ?? byDefault;
  };

  return {
    jsBridgeKey,
    listen(added) {
      listener = added;
    },
    dispose() {
      listener = null;
    },
    turnDown: () => input('decline'),
    isOver,
    input,
    approve: () => (isOver() ? 'ignore' : counts(true, true) ? 'accept' : 'decline'),
    reject: () => counts(false, state === 'current'),
  };
}
