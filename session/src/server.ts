import { ask, type Send, type SignedIn } from '@prichal/telegram/session';
import type { Prover } from './dpop.js';
import type { SessionOptions } from './types.js';

/** What a request is authorized by; without a token, by a cookie or by nothing. */
export type Token = Pick<SignedIn, 'access_token' | 'token_type'>;

/** What a request carries to show who sends it. */
export type Proof = {
  readonly headers: Record<string, string>;
  /** Of the key; nothing where the request is bound to none. */
  readonly prover?: Prover | null;
};

/** The server's sign-in. */
export type Server = {
  /** Its address. */
  readonly base: string;
  /** Headers for a request to `url`. `isOwn`: to the sign-in itself, where the key is always shown. */
  prove(method: string, url: URL, token: Token, isOwn?: boolean): Promise<Proof>;
  /** `fetch` of the sign-in itself; once more where it has just told what a proof has to say. */
  send(url: string, init: RequestInit, token?: Token, isBound?: boolean): ReturnType<Send>;
  /**
   * Posts JSON to `path` below `base`, or gets without a `body`. `isBound` false: without showing the key.
   * @throws SignInError
   */
  call<T>(path: string, body?: object, token?: Token, isBound?: boolean): Promise<T>;
};

export const authorization = ({ access_token, token_type }: Token): string | undefined =>
  access_token && `${token_type} ${access_token}`;

export function createServer({ server: base = '/auth', cookie, dpop }: SessionOptions): Server {
  let prover: Promise<Prover | null> | undefined;
  /** Of the key that tokens are bound to; null where there is none. */
  const proverOf = async (): Promise<Prover | null> => {
    const can = globalThis.crypto?.subtle && (dpop || globalThis.indexedDB);
    if (cookie || dpop === false || !can) return null;
    prover ??= import('./dpop.js').then(({ openProver }) => openProver(dpop === true));
    // The next request asks for the code again where it did not come.
    prover.catch(() => {
      prover = undefined;
    });
    return prover;
  };

  const prove: Server['prove'] = async (method, url, token, isOwn) => {
    const headers: Record<string, string> = {};
    const words = authorization(token);
    if (words) headers.authorization = words;
    const prover = isOwn || token.token_type === 'DPoP' ? await proverOf() : null;
    if (prover) headers.dpop = await prover.proof(method, url, token.access_token);
    return { headers, prover };
  };
  const send: Server['send'] = async (path, init, token = {}, isBound = true) => {
    const url = new URL(path, location.href);
    for (let again = true; ; again = false) {
      const { headers, prover } = await prove(init.method ?? 'GET', url, token, isBound);
      const answer = await fetch(url, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          ...(cookie && { accept: 'application/vnd.prichal.cookie+json' }),
          ...headers,
        },
        ...(cookie && { credentials: 'include' }),
      });
      if (!prover?.hear(url, answer, true) || !again) return answer;
    }
  };

  return {
    base,
    prove,
    send,
    call: (path, body, token, isBound) =>
      ask((url, init) => send(url, init, token, isBound), base + path, body),
  };
}
