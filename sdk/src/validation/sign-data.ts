import {
  hasOtherKeys,
  isAddress,
  isBoc,
  isNetwork,
  isObject,
  isText,
  type Problem,
  rejectProblem,
} from './values.js';

/** Required fields by kind of data. */
const FIELDS = { text: ['text'], binary: ['bytes'], cell: ['schema', 'cell'] };

/**
 * Validates the argument of `signData`.
 * @throws TonConnectError if it is malformed.
 */
export const validateSignDataPayload = (payload: unknown): void =>
  rejectProblem('SignDataPayload', problemOf(payload));

function problemOf(payload: unknown): Problem {
  if (!isObject(payload)) return 'Payload must be an object';
  const { type, cell, network, from } = payload;
  if (!isText(type)) return "'type' is required";
  if (!Object.hasOwn(FIELDS, type)) return "Invalid 'type' value";
  const fields = FIELDS[type as keyof typeof FIELDS];
  if (hasOtherKeys(payload, `type network from ${fields.join(' ')}`)) {
    return `${type.replace(/^./, (char) => char.toUpperCase())} payload contains extra properties`;
  }
  const missing = fields.find((field) => !isText(payload[field]));
  if (missing) return `'${missing}' is required`;
  if (type === 'cell' && !isBoc(cell)) return "Invalid 'cell' format (must be valid base64)";
  if (network !== undefined && !isNetwork(network)) return "Invalid 'network' format";
  return from !== undefined && !isAddress(from) ? "Invalid 'from'" : undefined;
}
