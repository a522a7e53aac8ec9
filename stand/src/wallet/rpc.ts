import type { SignDataPayload } from '@tonconnect/protocol';
import { type Account, MAX_MESSAGES } from './account';
import { fromBase64 } from './bytes';
import { isRecord } from './connect-request';
import { Cell } from './ton';
import { BadRequest, checkNetworkAndFrom, readTransaction, type Transaction } from './transaction';

/** Error codes of TON Connect answers. */
export const CODE = {
  unknown: 0,
  badRequest: 1,
  unknownApp: 100,
  declined: 300,
  notSupported: 400,
} as const;

/** An answer to a request: a result or an error, with the request's id. */
export type Answer =
  | { id: string; result: unknown }
  | { id: string; error: { code: number; message: string } };

/** A request as an app sends it. */
export type Call = { id: string; method: string; params: unknown[] };

/** What a person is asked about. */
export type Question =
  | { kind: 'transaction'; transaction: Transaction }
  | { kind: 'sign-data'; payload: SignDataPayload };

/** A question for the person, an app that leaves, or an answer that needs nobody. */
export type Read = Question | { kind: 'disconnect' } | { kind: 'refused'; answer: Answer };

export function refusal(id: string, code: number, message: string): Answer {
  return { id, error: { code, message } };
}

/** Reads a request's frame. Null: not a request at all, there is no id to answer to. */
export function readCall(message: unknown): Call | null {
  if (!isRecord(message)) return null;
  const { id, method, params } = message;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  return {
    id: String(id),
    method: typeof method === 'string' ? method : '',
    params: Array.isArray(params) ? params : [],
  };
}

function firstParam(call: Call): unknown {
  const [param] = call.params;
  if (typeof param !== 'string') throw new BadRequest('params[0] is not a JSON string');
  try {
    return JSON.parse(param);
  } catch {
    throw new BadRequest('params[0] is not JSON');
  }
}

function readSignData(params: unknown, account: Account): SignDataPayload {
  if (!isRecord(params)) throw new BadRequest('The data to sign is not a JSON object');
  checkNetworkAndFrom(params.network, params.from, account);
  const { type, text, bytes, schema, cell } = params;
  if (type === 'text' && typeof text === 'string') return params as SignDataPayload;
  if (type === 'binary' && typeof bytes === 'string') {
    if (fromBase64(bytes)) return params as SignDataPayload;
    throw new BadRequest('bytes is not base64');
  }
  if (type === 'cell' && typeof schema === 'string' && typeof cell === 'string') {
    try {
      Cell.fromBase64(cell);
    } catch {
      throw new BadRequest('cell is not a BoC in base64');
    }
    return params as SignDataPayload;
  }
  throw new BadRequest(
    `type ${JSON.stringify(type)} with these fields: expected text {text}, binary {bytes} or cell {schema, cell}`,
  );
}

/** Judges a request of a connected app. `now` is in unix seconds. */
export function readRequest(call: Call, account: Account, now: number): Read {
  try {
    switch (call.method) {
      case 'sendTransaction':
        return {
          kind: 'transaction',
          transaction: readTransaction(firstParam(call), account, now),
        };
      case 'signData':
        return { kind: 'sign-data', payload: readSignData(firstParam(call), account) };
      case 'disconnect':
        return { kind: 'disconnect' };
      default:
        return {
          kind: 'refused',
          answer: refusal(call.id, CODE.notSupported, `Method "${call.method}" is not supported`),
        };
    }
  } catch (error) {
    const reason = error instanceof BadRequest ? error.message : 'it cannot be read';
    return { kind: 'refused', answer: refusal(call.id, CODE.badRequest, `Bad request: ${reason}`) };
  }
}

/** Features of the wallet, as device info and wallets list name them. */
export function featuresOf(version: Account['version']) {
  return [
    'SendTransaction' as const,
    {
      name: 'SendTransaction' as const,
      maxMessages: MAX_MESSAGES[version],
      extraCurrencySupported: true,
    },
    {
      name: 'SignData' as const,
      types: ['text', 'binary', 'cell'] as ('text' | 'binary' | 'cell')[],
    },
  ];
}
