import type { Abilities } from './abilities.ts';
import { CODE } from './error-codes.ts';

/** What a refusal says: a code of TON Connect, and words for the app's developer. */
export type Refusal = { code: number; message?: string };

/** How the wallet behaves, so that an app can be seen with a wallet that is no help. Plain JSON. */
export type Behaviour = {
  /** Who answers: somebody who is asked, the wallet by itself with a yes or an error, nobody. */
  answer: 'ask' | 'approve' | 'never' | Refusal;
  /** Milliseconds between a decision and the answer to the app. */
  delay: number;
  /** What it says that it can do, and keeps to, where that is less than its contract offers. */
  features: Partial<Abilities>;
  /** Which network it connects with, of the two. */
  network: 'asked' | 'other';
  /** What is wrong with the ton_proof of a connection. */
  proof: ProofFault | 'good';
  /** What is wrong with an answer's form. */
  form: FormFault | 'good';
  /** How often an answer is sent; over an injected bridge there can be but one. */
  times: number;
};

/**
 * Proofs that a server must refuse: a signature by another key, one made an hour ago, one dated an hour
 * ahead, one for another domain, one over another payload; and an item that says the wallet makes none.
 */
export type ProofFault =
  | 'other-key'
  | 'stale'
  | 'future'
  | 'other-domain'
  | 'other-payload'
  | 'not-supported';

/**
 * Answers that no app can use: text that is not JSON, an answer without result and error, one to another
 * request, bytes that the app cannot open.
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

/** What is decided: approval (null), a refusal. */
export type Verdict = Refusal | null;

/** What is decided without asking; undefined: nobody has decided. */
export function verdictOf({ answer }: Pick<Behaviour, 'answer'>): Verdict | undefined {
  if (answer === 'ask' || answer === 'never') return undefined;
  return answer === 'approve' ? null : answer;
}

/** What a refusal says. */
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
