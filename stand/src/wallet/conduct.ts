import { CODE } from './error-codes';

/** How the wallet behaves, so that an app can be seen with a wallet that is no help. */
export type Conduct = {
  /** Who answers: the person, the wallet by itself, nobody. */
  answer:
    | 'ask'
    | 'approve'
    | 'decline'
    | 'never'
    | 'error-0'
    | 'error-1'
    | 'error-100'
    | 'error-400';
  /** Seconds between a decision and the answer to the app, as text. */
  delay: '0' | '3' | '10' | '30';
  /** What it says that it can do. */
  features: 'all' | 'one-message' | 'no-sign-data' | 'no-transactions';
  /** Which network it connects with, of the two. */
  network: 'asked' | 'other';
};

export const GOOD_CONDUCT: Conduct = {
  answer: 'ask',
  delay: '0',
  features: 'all',
  network: 'asked',
};

/** What is decided without a person: approval (null), a refusal with a code; undefined: a person decides. */
export function verdictOf(answer: Conduct['answer']): number | null | undefined {
  switch (answer) {
    case 'ask':
    case 'never':
      return undefined;
    case 'approve':
      return null;
    case 'decline':
      return CODE.declined;
    default:
      return Number(answer.slice('error-'.length));
  }
}

/** What a refusal says. */
export function reasonOf(code: number, what: 'connection' | 'request'): string {
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
