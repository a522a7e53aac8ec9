import type { ConnectRequest } from '@tonconnect/protocol';
import type { Chain } from '../ton/account.ts';

/** A valid connect request. */
export type Wanted = {
  manifestUrl: string;
  /** Network that the app requests. Null if any. */
  chain: Chain | null;
  /** Payload of the requested proof. Null if no proof is requested. */
  proof: string | null;
  /** Names of unknown items, which stay unanswered. */
  unknown: string[];
};

export type Refused = { problem: string };

/** Parses a connect request. A refusal is answered with code 1 (bad request). */
export function readConnectRequest(request: unknown): Wanted | Refused {
  if (!isRecord(request)) return { problem: 'The connect request is not a JSON object' };
  const { manifestUrl, items } = request as Partial<ConnectRequest>;
  if (typeof manifestUrl !== 'string' || manifestUrl === '')
    return { problem: '"manifestUrl" of the connect request is missing' };
  if (!Array.isArray(items)) return { problem: '"items" of the connect request is not a list' };
  let address = false;
  const result: Wanted = { manifestUrl, chain: null, proof: null, unknown: [] };
  for (const item of items as unknown[]) {
    if (!isRecord(item)) return { problem: 'An item of the connect request is not an object' };
    if (item.name === 'ton_addr') {
      address = true;
      const network = item.network;
      if (network === '-239' || network === '-3') result.chain = network;
      else if (network !== undefined)
        return { problem: `Network ${JSON.stringify(network)} is unknown to this wallet` };
    } else if (item.name === 'ton_proof') {
      if (typeof item.payload !== 'string')
        return { problem: '"payload" of the ton_proof item is not a string' };
      result.proof = item.payload;
    } else result.unknown.push(String(item.name));
  }
  return address ? result : { problem: 'The connect request does not ask for ton_addr' };
}

/** Parses a connect request from JSON text. */
export function parseConnectRequest(text: string): Wanted | Refused {
  try {
    return readConnectRequest(JSON.parse(text));
  } catch {
    return { problem: 'The connect request is not JSON' };
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
