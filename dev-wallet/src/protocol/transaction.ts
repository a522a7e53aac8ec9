import type { Account } from '../ton/account.ts';
import { fromBase64 } from '../ton/bytes.ts';
import {
  Address,
  Cell,
  internal,
  loadStateInit,
  type MessageRelaxed,
  type StateInit,
} from '../ton/ton.ts';
import { isRecord } from './connect-request.ts';

/** One validated transfer. */
export type Transfer = {
  /** Recipient as written by the app. */
  recipient: string;
  /** Nanotons. */
  amount: bigint;
  /** Decoded text comment. Null if the payload is not a comment. */
  comment: string | null;
  /** Hash of the payload, hexadecimal. Null if there is none or it is a comment. */
  payloadHash: string | null;
  deploys: boolean;
  /** Extra currencies: id and amount in the smallest unit. */
  extra: [id: string, amount: string][];
  message: MessageRelaxed;
};

export type Transaction = { validUntil: number | null; transfers: Transfer[]; total: bigint };

export class BadRequest extends Error {}

function cellOf(base64: string, name: string): Cell {
  const bytes = fromBase64(base64);
  try {
    if (bytes) return Cell.fromBoc(bytes)[0] ?? refuse(`${name} has no cell`);
  } catch {
    // The caller reports it, together with text that is not base64.
  }
  return refuse(`${name} is not a BoC in base64`);
}

function initOf(base64: string, name: string): StateInit {
  const cell = cellOf(base64, name);
  try {
    return loadStateInit(cell.beginParse());
  } catch {
    return refuse(`${name} is not a state init`);
  }
}

function refuse(reason: string): never {
  throw new BadRequest(reason);
}

/** Decodes a text comment: 32 zero bits, then UTF-8 in a chain of cells. */
function commentOf(payload: Cell): string | null {
  try {
    const slice = payload.beginParse();
    if (slice.remainingBits < 32 || slice.loadUint(32) !== 0) return null;
    return slice.loadStringTail();
  } catch {
    return null;
  }
}

function recipientOf(
  text: unknown,
  name: string,
  account: Account,
): { to: Address; bounce: boolean } {
  if (typeof text !== 'string' || !Address.isFriendly(text))
    return refuse(`${name}.address ${JSON.stringify(text)} is not a user-friendly address`);
  let parsed: ReturnType<typeof Address.parseFriendly>;
  try {
    parsed = Address.parseFriendly(text);
  } catch {
    return refuse(`${name}.address ${JSON.stringify(text)} has a wrong checksum`);
  }
  if (parsed.isTestOnly && account.chain === '-239')
    return refuse(`${name}.address ${text} is for the test network, the account is on mainnet`);
  return { to: parsed.address, bounce: parsed.isBounceable };
}

function extraOf(value: unknown, name: string): [string, string][] {
  if (value === undefined) return [];
  if (!isRecord(value)) return refuse(`${name}.extraCurrency is not an object`);
  return Object.entries(value).map(([id, amount]) =>
    /^\d+$/.test(id) && typeof amount === 'string' && /^\d+$/.test(amount)
      ? [id, amount]
      : refuse(`${name}.extraCurrency[${id}] must be decimal text`),
  );
}

function readTransfer(value: unknown, name: string, account: Account): Transfer {
  if (!isRecord(value)) return refuse(`${name} is not an object`);
  const { to, bounce } = recipientOf(value.address, name, account);
  const amount = value.amount;
  if (typeof amount !== 'string' || !/^\d{1,36}$/.test(amount))
    return refuse(`${name}.amount ${JSON.stringify(amount)} must be nanotons as decimal text`);
  const { payload, stateInit } = value;
  // TON Connect 2026 uses JSON's naming. Earlier SDKs use JavaScript's.
  const currencies = value.extra_currency ?? value.extraCurrency;
  if (payload !== undefined && typeof payload !== 'string')
    return refuse(`${name}.payload is not a string`);
  if (stateInit !== undefined && typeof stateInit !== 'string')
    return refuse(`${name}.stateInit is not a string`);
  const body = payload ? cellOf(payload, `${name}.payload`) : null;
  const init = stateInit ? initOf(stateInit, `${name}.stateInit`) : null;
  const extra = extraOf(currencies, name);
  const comment = body ? commentOf(body) : null;
  return {
    recipient: String(value.address),
    amount: BigInt(amount),
    comment,
    payloadHash: body && comment === null ? body.hash().toString('hex') : null,
    deploys: init !== null,
    extra,
    message: internal({
      to,
      bounce,
      value: BigInt(amount),
      ...(body ? { body } : {}),
      ...(init ? { init } : {}),
      ...(extra.length > 0
        ? { extracurrency: Object.fromEntries(extra.map(([id, sum]) => [Number(id), BigInt(sum)])) }
        : {}),
    }),
  };
}

/**
 * Reads the transfers, written as messages or as structured items. Rejects items for jettons and
 * NFTs: their contract addresses are known only to the chain, which the wallet does not query.
 */
function transfersOf(messages: unknown, items: unknown, account: Account): Transfer[] {
  if (messages !== undefined && items !== undefined)
    return refuse('it has both messages and items');
  const [list, name] = items === undefined ? [messages, 'messages'] : [items, 'items'];
  if (!Array.isArray(list) || list.length === 0) return refuse(`${name} is empty`);
  return list.map((value: unknown, index) => {
    const type = items === undefined || !isRecord(value) ? 'ton' : value.type;
    if (type !== 'ton')
      return refuse(`items[${index}].type ${JSON.stringify(type)}: this wallet takes "ton" alone`);
    return readTransfer(value, `${name}[${index}]`, account);
  });
}

/**
 * Validates the parameters of sendTransaction for an account. `now` is in Unix seconds, `most` is
 * the maximum number of messages. Throws BadRequest with the value and the rule (answered with code
 * 1).
 */
export function readTransaction(
  params: unknown,
  account: Account,
  now: number,
  most: number,
): Transaction {
  if (!isRecord(params)) return refuse('The transaction is not a JSON object');
  const { validUntil, valid_until, network, from, messages, items } = params;
  const until = validUntil ?? valid_until ?? null;
  if (until !== null && typeof until !== 'number')
    return refuse(`validUntil ${JSON.stringify(until)} is not a number`);
  if (until !== null && until <= now)
    return refuse(`validUntil ${until} has passed (now is ${now})`);
  checkNetworkAndFrom(network, from, account);
  const transfers = transfersOf(messages, items, account);
  if (transfers.length > most)
    return refuse(`${transfers.length} messages: this wallet sends ${most} at most`);
  const total = transfers.reduce((sum, transfer) => sum + transfer.amount, 0n);
  return { validUntil: until, transfers, total };
}

/** Checks that network and sender, if the app names them, are those of the session. */
export function checkNetworkAndFrom(network: unknown, from: unknown, account: Account): void {
  if (network !== undefined && network !== account.chain)
    refuse(`network ${JSON.stringify(network)} is not the account's (${account.chain})`);
  if (from === undefined) return;
  let address: Address;
  try {
    address = Address.parse(String(from));
  } catch {
    throw new BadRequest(`from ${JSON.stringify(from)} is not an address`);
  }
  if (!address.equals(account.address))
    refuse(`from ${String(from)} is not the connected account (${account.raw})`);
}

/** Formats nanotons as TON, without trailing zeros. */
export function inTon(nano: bigint): string {
  const fraction = (nano % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '');
  const whole = (nano / 1_000_000_000n).toString();
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
