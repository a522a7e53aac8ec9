import type { DevWallet } from '../dev-wallet.ts';
import { isRecord } from '../protocol/connect-request.ts';
import type { ParamsOf, WalletRequest } from '../wallet-request.ts';
import { Problem } from './problem.ts';
import { oneOf, readBehaviour, readRefusal, text } from './read-options.ts';
import { requestJson, type Wallets, walletJson } from './wallets.ts';

/** An answer: a status, and optional JSON. */
export type Reply = { status: number; body?: unknown };

type Asked = { query: URLSearchParams; body: unknown };

const METHODS = ['connect', 'sendTransaction', 'signData', 'signMessage', 'disconnect'] as const;

/** Maximum wait for an answer, in milliseconds. */
const LONGEST = 120_000;

const ok = (body: unknown): Reply => ({ status: 200, body });
const nothing: Reply = { status: 204 };

function bodyOf({ body }: Asked): Record<string, unknown> {
  if (!isRecord(body)) throw new Problem(400, 'the body must be a JSON object');
  return body;
}

function methodOf(value: unknown): keyof ParamsOf | undefined {
  return value === null || value === undefined ? undefined : oneOf(...METHODS)(value, 'method');
}

function timeoutOf(query: URLSearchParams): { timeout: number } {
  const timeout = Number(query.get('timeout') ?? 10_000);
  if (!Number.isInteger(timeout) || timeout < 0 || timeout > LONGEST)
    throw new Problem(400, `timeout must be a whole number of milliseconds from 0 to ${LONGEST}`);
  return { timeout };
}

/** Converts a timeout to a problem with its message. */
const late = (error: unknown): never => {
  throw new Problem(504, error instanceof Error ? error.message : String(error));
};

function requestOf(wallet: DevWallet, id: string): WalletRequest {
  const request = wallet.requests.find((each) => each.id === id);
  if (!request) throw new Problem(404, `there is no request ${JSON.stringify(id)}`);
  return request;
}

/** Handles actions on a request: `POST /wallets/ID/requests/ID/WORD`. */
async function onRequest(request: WalletRequest, word: string, asked: Asked): Promise<Reply> {
  const decide = (decision: Promise<void>) =>
    decision.then(
      () => ok(requestJson(request)),
      (error: unknown) => {
        throw new Problem(409, error instanceof Error ? error.message : String(error));
      },
    );
  switch (word) {
    case 'POST approve':
      return decide(request.approve());
    case 'POST reject':
      return decide(request.reject(readRefusal(asked.body ?? {}, 'body')));
    case 'POST respond':
      return decide(request.respond(bodyOf(asked)));
    case 'GET ':
      return ok(requestJson(request));
    case 'GET answer':
      await request.answered(timeoutOf(asked.query)).catch(late);
      return ok(requestJson(request));
    default:
      throw new Problem(404, `a request has approve, reject, respond and answer`);
  }
}

async function open(wallet: DevWallet, asked: Asked): Promise<Reply> {
  const link = text(bodyOf(asked).link, 'link');
  try {
    const request = await wallet.open(link);
    return ok({ request: request && requestJson(request) });
  } catch (error) {
    throw new Problem(422, error instanceof Error ? error.message : String(error));
  }
}

/** Handles actions on a wallet: `POST /wallets/ID/WORD` and others. */
async function onWallet(wallet: DevWallet, word: string, asked: Asked): Promise<Reply> {
  switch (word) {
    case 'POST open':
      return open(wallet, asked);
    case 'GET requests': {
      const method = methodOf(asked.query.get('method'));
      const found = wallet.requests.filter((each) => !method || each.method === method);
      return ok(found.map(requestJson));
    }
    case 'GET next': {
      const method = methodOf(asked.query.get('method'));
      return ok(requestJson(await wallet.nextRequest(method, timeoutOf(asked.query)).catch(late)));
    }
    case 'GET messages':
      return ok(wallet.messages);
    case 'PATCH behaviour':
      wallet.behave(readBehaviour(asked.body, 'body'));
      return nothing;
    case 'POST behaviour/once': {
      const { method, ...change } = bodyOf(asked);
      wallet.behaveOnce(methodOf(method) ?? null, readBehaviour(change, 'body'));
      return nothing;
    }
    case 'POST network':
      wallet.switchNetwork(oneOf('mainnet', 'testnet')(bodyOf(asked).network, 'network'));
      return nothing;
    case 'POST disconnect':
      await wallet.disconnect();
      return nothing;
    case 'POST offline':
      wallet.goOffline();
      return nothing;
    case 'POST online':
      wallet.goOnline();
      return nothing;
    default:
      throw new Problem(404, `${word}: a wallet has nothing of this name`);
  }
}

/** Handles a request to control wallets. Throws a Problem if it is invalid. */
export async function control(
  wallets: Wallets,
  method: string,
  path: string,
  asked: Asked,
): Promise<Reply> {
  const [first, id, part = '', third, fourth = ''] = path.split('/').slice(1);
  if (method === 'GET' && path === '/health') return ok({ status: 'ok' });
  if (first !== 'wallets') throw new Problem(404, `${path} is not there: see /wallets`);
  if (id === undefined) {
    if (method === 'GET')
      return ok(wallets.ids().map((each) => walletJson(each, wallets.get(each))));
    if (method !== 'POST') throw new Problem(405, '/wallets takes GET and POST');
    const made = await wallets.make(asked.body);
    return { status: 201, body: walletJson(made, wallets.get(made)) };
  }
  const wallet = wallets.get(id);
  if (part === '') {
    if (method === 'GET') return ok(walletJson(id, wallet));
    if (method !== 'DELETE') throw new Problem(405, 'a wallet takes GET and DELETE');
    wallets.remove(id);
    return nothing;
  }
  if (part === 'requests' && third !== undefined)
    return onRequest(requestOf(wallet, third), `${method} ${fourth}`, asked);
  return onWallet(wallet, `${method} ${part}${third === undefined ? '' : `/${third}`}`, asked);
}
