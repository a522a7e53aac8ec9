import type { SignedIn } from '@prichal/telegram/session';
import { vi } from 'vitest';

/** A received request. */
export type Arrived = {
  /** `/auth/ton`, or the whole address if it is of another origin. */
  path: string;
  method: string;
  headers: Headers;
  body: Record<string, unknown>;
  credentials: RequestCredentials;
};

type Answer = Response | (() => never);
type Family = { access: string; refresh: string; user: string; amr: string[]; proven: number };

const problem = (status: number, code: string, headers: HeadersInit = {}): Response =>
  new Response(JSON.stringify({ code, status, detail: `refused: ${code}` }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });

/** Makes `fetch` fail. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

/**
 * The server's sign-in for unit tests. Replaces `fetch` until `vi.restoreAllMocks()`. It has challenges that
 * can be used once, tokens that are renewed and revoked, and an API below `/api` that accepts valid tokens.
 * It does not check signatures.
 */
export function signInServer({ cookie = false, expiresIn = 600, scheme = 'Bearer' } = {}) {
  const arrived: Arrived[] = [];
  const next = new Map<string, Answer[]>();
  const gates = new Map<string, Promise<void>>();
  const challenges = new Set<string>();
  const families = new Set<Family>();
  let made = 0;
  /** Returns the time of a proof that is received now, Unix seconds. */
  let provenAt = (): number => Math.floor(Date.now() / 1000);
  /** The session in the cookie, if one is used. */
  let held: Family | null = null;

  const answer = (family: Family): Response => {
    const told: SignedIn = {
      session: {
        id: 's_1',
        created_at: 1_790_000_000,
        auth_time: family.proven,
        expires_at: 1_790_600_000,
        amr: family.amr,
      },
      user: {
        sub: family.user,
        telegram: family.amr.includes('tg_init') ? { id: 1 } : null,
        wallets: [],
      },
      ...(!cookie && {
        access_token: family.access,
        token_type: scheme as 'Bearer' | 'DPoP',
        expires_in: expiresIn,
        refresh_token: family.refresh,
      }),
    };
    return Response.json(told);
  };
  const fresh = (family: Family): Family => {
    made += 1;
    return Object.assign(family, { access: `access-${made}`, refresh: `refresh-${made}` });
  };
  const caller = ({ headers }: Arrived): Family | undefined => {
    const [, token] = /^(?:Bearer|DPoP) (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
    return [...families].find((one) => (cookie ? one === held : one.access === token));
  };
  const begin = (request: Arrived, amr: string): Response => {
    const linked = request.body.link ? caller(request) : undefined;
    const user = `u_${families.size + 1}`;
    const family = linked ?? { access: '', refresh: '', user, amr: [], proven: 0 };
    // A link does not renew tokens.
    if (!linked || family.amr.includes(amr)) family.proven = provenAt();
    if (!family.amr.includes(amr)) family.amr = [...family.amr, amr];
    families.add(fresh(family));
    held = family;
    return answer(family);
  };

  const routes: Record<string, (request: Arrived) => Response> = {
    '/auth/ton/challenge'() {
      made += 1;
      challenges.add(`challenge-${made}`);
      return Response.json({ payload: `challenge-${made}`, expires_in: 600 });
    },
    '/auth/ton'(request) {
      const { payload } = request.body.proof as { payload: string };
      if (!challenges.delete(payload)) return problem(401, 'challenge_used');
      return begin(request, 'ton_proof');
    },
    '/auth/telegram': (request) => begin(request, 'tg_init'),
    '/auth/session'() {
      return held && families.has(held) ? answer(held) : problem(401, 'session_revoked');
    },
    '/auth/refresh'({ body }) {
      const family = [...families].find((one) =>
        cookie ? one === held : one.refresh === body.refresh_token,
      );
      return family ? answer(fresh(family)) : problem(401, 'session_revoked');
    },
    '/auth/logout'(request) {
      const family = caller(request);
      if (!family) return problem(401, 'invalid_token');
      families.delete(family);
      return new Response(null, { status: 204 });
    },
  };

  vi.spyOn(window, 'fetch').mockImplementation(async (input, init = {}) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const { origin, pathname } = new URL(request.url);
    const path = origin === location.origin ? pathname : request.url;
    const text = await request.text();
    const about: Arrived = {
      path,
      method: request.method,
      headers: request.headers,
      body: /^\{/.test(text) ? JSON.parse(text) : {},
      credentials: request.credentials,
    };
    arrived.push(about);
    const [other] = next.get(path)?.splice(0, 1) ?? [];
    const told = (): Response => {
      if (typeof other === 'function') return other();
      if (other) return other;
      const route = routes[path];
      if (route) return route(about);
      return caller(about) ? new Response(text) : problem(401, 'invalid_token');
    };
    const said = other && typeof other !== 'function' ? other : undefined;
    const response = said ?? told();
    await gates.get(path);
    return response;
  });

  return {
    arrived,
    problem,
    /** Returns the requests to `path` so far. */
    to: (path: string): Arrived[] => arrived.filter((one) => one.path === path),
    /** Sets the answers to the next requests to `path`. */
    answers(path: string, ...answers: Answer[]): void {
      next.set(path, [...(next.get(path) ?? []), ...answers]);
    },
    /** Delays the answers of `path`. The request itself has taken effect by then. */
    hold(path: string): () => void {
      let release = (): void => undefined;
      gates.set(
        path,
        new Promise((resolve) => {
          release = resolve;
        }),
      );
      return () => {
        gates.delete(path);
        release();
      };
    },
    /** Sets the age of later proofs, seconds. */
    provesLate(age: number): void {
      const then = Math.floor(Date.now() / 1000) - age;
      provenAt = () => then;
    },
    /** Revokes all access tokens. Refresh tokens stay valid. */
    expireTokens(): void {
      for (const family of families) family.access = 'gone';
    },
    /** Revokes all sessions. */
    revokeAll: (): void => families.clear(),
    get sessions(): number {
      return families.size;
    },
  };
}
