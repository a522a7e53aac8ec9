import { type Account, accountOf, signProof } from '@prichal/dev-wallet/core';
import { signInitData } from '../init-data';

/** Result of a sign-in: a session, or a problem (RFC 9457). */
export type Outcome = {
  status: number;
  /** Code of a problem. */
  code: string | null;
  detail: string | null;
  session: SignedIn | null;
};

export type SignedIn = {
  access_token?: string;
  refresh_token?: string;
  user: { sub: string; identities: string[] };
};

/** Data of the sandbox that a trial uses. */
export type Site = {
  /** Init data of the current launch, as the app has it. */
  initData: string;
  /** Host of the site, which wallets show and sign. */
  domain: string;
};

export type Trial = {
  name: string;
  /** Error code of the refusal. Null if the trial signs in. */
  refusedAs: string | null;
  run(site: Site): Promise<Outcome>;
};

/** Seed of a separate wallet, so that trials do not change the dev wallet. */
const SEED = '5e551015e551015e551015e551015e551015e551015e551015e551015e551015';
const DAY = 86_400;

export async function post(path: string, body?: object, headers = {}): Promise<Outcome> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  const { code = null, detail = null, ...rest } = text === '' ? {} : JSON.parse(text);
  const session = response.ok && 'user' in rest ? (rest as SignedIn) : null;
  return { status: response.status, code, detail, session };
}

async function challenge(): Promise<string> {
  const response = await fetch('/auth/ton/challenge', { method: 'POST' });
  const { payload = '' } = (await response.json()) as { payload?: string };
  return payload;
}

const now = () => Math.floor(Date.now() / 1000);

type Changes = { account?: Account; domain?: string; stateInit?: string | null; payload?: string };

/** Returns the request body that a page makes from a wallet's answer. */
async function proofBody(site: Site, changes: Changes = {}): Promise<object> {
  const account = changes.account ?? accountOf(SEED, 'v5r1', '-239');
  const payload = changes.payload ?? (await challenge());
  const { proof } = signProof(account, changes.domain ?? site.domain, now(), payload);
  const stateInit = changes.stateInit === undefined ? account.stateInit : changes.stateInit;
  return {
    account: {
      address: account.raw,
      chain: account.chain,
      publicKey: account.publicKey,
      ...(stateInit === null ? {} : { walletStateInit: stateInit }),
    },
    proof,
  };
}

const postProof = async (site: Site, changes?: Changes) =>
  post('/auth/ton', await proofBody(site, changes));

const postInitData = (raw: string) =>
  post('/auth/telegram', undefined, { authorization: `tma ${raw}` });

const userField: [string, string] = ['user', JSON.stringify({ id: 42, first_name: 'Вера' })];

/** Ways to sign in, and one trial for each refusal. */
export const TRIALS: readonly Trial[] = [
  {
    name: 'Sign in with init data',
    refusedAs: null,
    run: ({ initData }) => postInitData(initData),
  },
  { name: 'Sign in with a wallet', refusedAs: null, run: (site) => postProof(site) },
  {
    name: 'Init data of last week',
    refusedAs: 'init_data_expired',
    run: async () =>
      postInitData(
        await signInitData([userField, ['auth_date', `${now() - 7 * DAY}`]], { signature: false }),
      ),
  },
  {
    name: 'Init data of another bot',
    refusedAs: 'init_data_signature',
    run: async () =>
      postInitData(
        await signInitData([userField, ['auth_date', `${now()}`]], {
          token: '7000000002:AAAnotherTokenForTestsOnly_9876543210abc',
          signature: false,
        }),
      ),
  },
  {
    name: 'Proof for another site',
    refusedAs: 'domain_not_allowed',
    run: (site) => postProof(site, { domain: 'dapp.example.org' }),
  },
  {
    name: 'One challenge, twice',
    refusedAs: 'challenge_used',
    run: async (site) => {
      const payload = await challenge();
      await postProof(site, { payload });
      return postProof(site, { payload });
    },
  },
  {
    name: 'Wallet of the test network',
    refusedAs: 'network_not_allowed',
    run: (site) => postProof(site, { account: accountOf(SEED, 'v5r1', '-3') }),
  },
  {
    name: 'Wallet that is not deployed and shows no state init',
    refusedAs: 'state_init_invalid',
    run: (site) => postProof(site, { stateInit: null }),
  },
];

/** Decodes the claims of a token for display, without verification. */
export function claimsOf(token: string): string {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2);
}
