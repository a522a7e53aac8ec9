import { ask, type Send, type SignedIn } from '@prichal/telegram/session';
import type { Prover } from './dpop.js';
import type { SessionOptions } from './types.js';

/** Token of a request. Empty if the request has a cookie or no authorization. */
export type Token = Pick<SignedIn, 'access_token' | 'token_type'>;

/** Authorization of a request. */
export type Proof = {
  readonly headers: Record<string, string>;
  /** Not set if the request is not bound to a key. */
  readonly prover?: Prover | null;
};

/** Client of the server's sign-in API. */
export type Server = {
  /** Its address. */
  readonly base: string;
  /**
   * Headers for a request to `url`. `isOwn`: to the sign-in API, which always gets a proof of the key.
   */
  prove(method: string, url: URL, token: Token, isOwn?: boolean): Promise<Proof>;
  /**
   * Sends a request to the sign-in API. Repeats it if the answer has a new nonce or time for its proof.
   */
  send(url: string, init: RequestInit, token?: Token, isBound?: boolean): ReturnType<Send>;
  /**
   * Posts JSON to `path` below `base`. Without a `body`, sends GET. `isBound` false: without a proof of the key.
   * @throws SignInError
   */
  call<T>(path: string, body?: object, token?: Token, isBound?: boolean): Promise<T>;
};

export const authorization = ({ access_token, token_type }: Token): string | undefined =>
  access_token && `${token_type} ${access_token}`;

export function createServer({ server: base = '/auth', cookie, dpop }: SessionOptions): Server {
  let prover: Promise<Prover | null> | undefined;
  const proverOf = async (): Promise<Prover | null> => {
    const can = globalThis.crypto?.subtle && (dpop || globalThis.indexedDB);
    if (cookie || dpop === false || !can) return null;
    prover ??= import('./dpop.js').then(({ openProver }) => openProver(dpop === true));
    // The next request loads the code again.
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
      if (!prover?.update(url, answer, true) || !again) return answer;
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
