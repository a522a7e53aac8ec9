import type { SignDataPayload } from '@tonconnect/protocol';
import type { Account } from '../ton/account.ts';
import { fromBase64 } from '../ton/bytes.ts';
import { Cell } from '../ton/ton.ts';
import type { Abilities } from './abilities.ts';
import { isRecord } from './connect-request.ts';
import { CODE } from './error-codes.ts';
import {
  BadRequest,
  checkNetworkAndFrom,
  readTransaction,
  type Transaction,
} from './transaction.ts';

/** Answer to a request: a result or an error, with the request's id. */
export type Answer =
  | { id: string; result: unknown }
  | { id: string; error: { code: number; message: string } };

/** A request in the form that an app sends. */
export type Call = { id: string; method: string; params: unknown[] };

/** A request for the user to decide. */
export type Question =
  | { kind: 'transaction'; transaction: Transaction }
  | { kind: 'message'; transaction: Transaction }
  | { kind: 'sign-data'; payload: SignDataPayload };

/** Result of reading a request: a question for the user, a disconnect, or an automatic refusal. */
export type Read = Question | { kind: 'disconnect' } | { kind: 'refused'; answer: Answer };

export function refusal(id: string, code: number, message: string): Answer {
  return { id, error: { code, message } };
}

/** Reads the frame of a request. Null if it is not a request and has no id to answer to. */
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

function readSignData(params: unknown, account: Account, { signData }: Abilities): SignDataPayload {
  if (!isRecord(params)) throw new BadRequest('The data to sign is not a JSON object');
  const isSupported = signData.some((each) => each === params.type);
  if (!isSupported && ['text', 'binary', 'cell'].includes(String(params.type)))
    throw new BadRequest(`this wallet signs no data of type "${String(params.type)}"`);
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

/** Returns the method. Empty if the wallet does not support it. */
function methodOf({ method }: Call, { maxMessages, signData, signMessage }: Abilities): string {
  if (method === 'sendTransaction' && maxMessages === 0) return '';
  if (method === 'signMessage' && (maxMessages === 0 || !signMessage)) return '';
  if (method === 'signData' && signData.length === 0) return '';
  return method;
}

/** Validates a request of a connected app. `now` is in Unix seconds. */
export function readRequest(call: Call, account: Account, now: number, abilities: Abilities): Read {
  try {
    switch (methodOf(call, abilities)) {
      case 'sendTransaction':
        return {
          kind: 'transaction',
          transaction: readTransaction(firstParam(call), account, now, abilities.maxMessages),
        };
      case 'signMessage':
        return {
          kind: 'message',
          transaction: readTransaction(firstParam(call), account, now, abilities.maxMessages),
        };
      case 'signData':
        return { kind: 'sign-data', payload: readSignData(firstParam(call), account, abilities) };
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

/** Returns a request's first parameter: parsed if it is JSON, null if there is none. */
export function paramOf({ params: [param = null] }: Call): unknown {
  if (typeof param !== 'string') return param;
  try {
    return JSON.parse(param);
  } catch {
    return param;
  }
}
