import type { Abilities } from './abilities.ts';
import { CODE } from './error-codes.ts';

/** A refusal: an error code of TON Connect, and a message for the app's developer. */
export type Refusal = { code: number; message?: string };

/** Behaviour of the wallet, for testing how an app handles errors. Plain JSON. */
export type Behaviour = {
  /**
   * Who answers: the user (`ask`), the wallet with an approval or an error, or nothing answers
   * (`never`).
   */
  answer: 'ask' | 'approve' | 'never' | Refusal;
  /** Milliseconds between the decision and the answer to the app. */
  delay: number;
  /** Features that the wallet reports and enforces, if fewer than its contract supports. */
  features: Partial<Abilities>;
  /** Network to connect with: the requested one or the other. */
  network: 'asked' | 'other';
  /** Fault of the ton_proof of a connection. */
  proof: ProofFault | 'good';
  /** Fault of an answer's form. */
  form: FormFault | 'good';
  /** Number of times that an answer is sent. Always one over an injected bridge. */
  times: number;
};

/**
 * Proofs that a server must reject: signed by another key, made a day ago, dated a day ahead,
 * for another domain, for another payload; and an item that says that the wallet supports no
 * proofs.
 */
export type ProofFault =
  | 'other-key'
  | 'stale'
  | 'future'
  | 'other-domain'
  | 'other-payload'
  | 'not-supported';

/**
 * Answers that an app cannot use: text that is not JSON, an answer without result and error, one to
 * another request, bytes that the app cannot decrypt.
 */
export type FormFault = 'not-json' | 'empty' | 'other-id' | 'unsealed';

export const PROOF_FAULTS: readonly ProofFault[] = [
  'other-key',
  'stale',
  'future',
  'other-domain',
  'other-payload',
  'not-supported',
];

export const FORM_FAULTS: readonly FormFault[] = ['not-json', 'empty', 'other-id', 'unsealed'];

export const GOOD_BEHAVIOUR: Behaviour = {
  answer: 'ask',
  delay: 0,
  features: {},
  network: 'asked',
  proof: 'good',
  form: 'good',
  times: 1,
};

/** A decision: approval (null) or a refusal. */
export type Verdict = Refusal | null;

/** Returns the automatic decision. Undefined if there is none. */
export function verdictOf({ answer }: Pick<Behaviour, 'answer'>): Verdict | undefined {
  if (answer === 'ask' || answer === 'never') return undefined;
  return answer === 'approve' ? null : answer;
}

/** Returns the text of a refusal. */
export function reasonOf({ code, message }: Refusal, what: 'connection' | 'request'): string {
  if (message !== undefined) return message;
  switch (code) {
    case CODE.declined:
      return `User declined the ${what}`;
    case CODE.badRequest:
      return 'Bad request: the developer asked for this error';
    case CODE.unknownApp:
      return 'Unknown app: the developer asked for this error';
    case CODE.notSupported:
      return 'Method not supported: the developer asked for this error';
    default:
      return 'Unknown error: the developer asked for it';
  }
}
