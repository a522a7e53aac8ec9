import { parseRawAddress, toRawAddress } from '../protocol/address.js';
import { isBase64 } from '../protocol/base64.js';

/** An object with unknown fields. */
export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `value` is a string of at least one character. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0;

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

/** Whether `value` has a key that is not in `keys`, words separated by blanks. */
export const hasOtherKeys = (value: object, keys: string): boolean =>
  Object.keys(value).some((key) => !keys.split(' ').includes(key));

export const isUserFriendlyAddress = (value: string): boolean => passes(toRawAddress, value);

/** Whether `value` is an address in either form. */
export const isAddress = (value: unknown): boolean =>
  isText(value) && (passes(parseRawAddress, value) || isUserFriendlyAddress(value));

/** Whether `value` is a decimal `global_id`. */
export const isNetwork = (value: unknown): boolean => isText(value) && /^-?\d+$/.test(value);

/** Whether `value` looks like a BOC in base64 or base64url. Its content is not parsed. */
export const isBoc = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.startsWith('te6cc') &&
  (isBase64(value) || /^[\w-]+$/.test(value));

function passes(parse: (value: string) => unknown, value: string): boolean {
  try {
    parse(value);
    return true;
  } catch {
    return false;
  }
}
