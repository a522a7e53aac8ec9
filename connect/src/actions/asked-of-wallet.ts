import type { AskedOfWallet } from '../types/action.js';
import { isObject } from '../types/objects.js';

/** Of one TON. */
const NANO_DIGITS = 9;

/**
 * What the visitor reads of a request. What is given comes from the app as it is: whatever cannot be
 * read is left out, and the connector says what is wrong with it.
 */
export function askedOfWallet(payload: unknown): AskedOfWallet | null {
  try {
    if (!isObject(payload)) return null;
    const { type, messages } = payload;
    if (type === 'text' || type === 'binary' || type === 'cell') return { kind: type };
    if (!Array.isArray(messages) || messages.length === 0) return null;
    const [{ address }] = messages;
    const toOne = messages.every((message) => message.address === address);
    return {
      kind: 'transaction',
      amount: totalOf(messages),
      recipient: toOne && typeof address === 'string' ? address : null,
      messages: messages.length,
    };
  } catch {
    return null;
  }
}

/** Null when an amount is no whole number of nanotons, or there is more in a message than TON. */
function totalOf(messages: { amount: unknown; extraCurrency?: unknown }[]): string | null {
  let total = BigInt(0);
  for (const { amount, extraCurrency } of messages) {
    if (extraCurrency || !/^\d{1,20}$/.test(String(amount))) return null;
    total += BigInt(String(amount));
  }
  const digits = String(total).padStart(NANO_DIGITS + 1, '0');
  return `${digits.slice(0, -NANO_DIGITS)}.${digits.slice(-NANO_DIGITS)}`;
}
