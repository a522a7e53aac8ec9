import {
  hasOtherKeys,
  isAddress,
  isBoc,
  isNetwork,
  isNumber,
  isObject,
  isText,
  isUserFriendlyAddress,
  type Problem,
  rejectProblem,
} from './values.js';

/** Longest time between now and `validUntil` that wallets accept, in seconds. */
const LONGEST_VALIDITY_S = 300;

/**
 * Validates the argument of `sendTransaction`.
 * @throws TonConnectError if it is malformed.
 */
export const validateSendTransactionRequest = (request: unknown): void =>
  rejectProblem('SendTransactionRequest', problemOf(request));

function problemOf(request: unknown): Problem {
  if (!isObject(request)) return 'Request must be an object';
  if (hasOtherKeys(request, 'validUntil network from messages')) {
    return 'Request contains extra properties';
  }
  const { validUntil, network, from, messages } = request;
  if (validUntil) {
    if (!isNumber(validUntil)) return "Incorrect 'validUntil'";
    const now = Math.floor(Date.now() / 1000);
    if (validUntil > now + LONGEST_VALIDITY_S) {
      // biome-ignore lint/suspicious/noConsole: wallets may reject the request.
      console.warn(`validUntil (${validUntil}) is more than 5 minutes from now (${now})`);
    }
  }
  if (network !== undefined && !isNetwork(network)) return "Invalid 'network' format";
  if (from !== undefined && !isAddress(from)) return "Invalid 'from' address format";
  if (!Array.isArray(messages) || !messages.length) return "'messages' is required";
  // Not `find`: a list may have holes, and each is a problem.
  for (let index = 0; index < messages.length; index += 1) {
    const problem = messageProblem(messages[index], ` message at index ${index}`);
    if (problem) return problem;
  }
  return undefined;
}

function messageProblem(message: unknown, place: string): Problem {
  if (!isObject(message)) return `M${place.slice(2)} must be an object`;
  if (hasOtherKeys(message, 'address amount stateInit payload extraCurrency')) {
    return `M${place.slice(2)} contains extra properties`;
  }
  const { address, amount, stateInit, payload, extraCurrency } = message;
  if (!isText(address)) return `'address' is required in${place}`;
  if (!isUserFriendlyAddress(address)) return `Wrong 'address' format in${place}`;
  if (!isText(amount)) return `'amount' is required in${place}`;
  if (!/^\d+$/.test(amount)) return `Incorrect 'amount' in${place}`;
  if (stateInit !== undefined && !isBoc(stateInit)) return `Invalid 'stateInit' in${place}`;
  if (payload !== undefined && !isBoc(payload)) return `Invalid 'payload' in${place}`;
  if (extraCurrency === undefined) return undefined;
  if (!isObject(extraCurrency)) return `Invalid 'extraCurrency' in${place}`;
  return Object.entries(extraCurrency).every(
    ([id, sum]) => /^-?\d+$/.test(id) && typeof sum === 'string' && /^\d+$/.test(sum),
  )
    ? undefined
    : `Invalid 'extraCurrency' format in${place}`;
}
