import { isBase64 } from '../protocol/base64.js';
import { log, type Problem, rejectProblem } from './problems.js';
import {
  hasOtherKeys,
  isAddress,
  isBoc,
  isNetwork,
  isNumber,
  isObject,
  isText,
  isUserFriendlyAddress,
} from './values.js';

/** Longest domain, and longest payload, in bytes of UTF-8. */
const LONGEST_PART = 128;
/** Longest domain and payload together. */
const LONGEST_TOTAL = 222;

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Validates the additional items of a connect request.
 * @throws TonConnectError if they are malformed.
 */
export const validateConnectAdditionalRequest = (request: unknown): void =>
  rejectProblem('ConnectAdditionalRequest', requestProblem(request));

function requestProblem(request: unknown): Problem {
  if (!isObject(request)) return 'Request must be an object';
  if (hasOtherKeys(request, 'tonProof')) return 'Request contains extra properties';
  const { tonProof } = request;
  if (tonProof === undefined) return undefined;
  if (typeof tonProof !== 'string') return "Invalid 'tonProof'";
  if (!tonProof) return "Empty 'tonProof' payload";
  // Wallets sign the domain, too. Outside browsers there is no domain.
  const domain = typeof window === 'undefined' ? undefined : window.location?.hostname;
  if (!domain) return undefined;
  const [ofDomain, ofPayload] = [byteLength(domain), byteLength(tonProof)];
  if (ofDomain > LONGEST_PART) return 'Current domain exceeds 128 bytes limit';
  if (ofPayload > LONGEST_PART) return "'tonProof' payload exceeds 128 bytes limit";
  return ofDomain + ofPayload > LONGEST_TOTAL
    ? "'tonProof' domain + payload exceeds 222 bytes limit"
    : undefined;
}

/** Returns the problem with a wallet's `ton_proof` item. Undefined if it is valid. */
export function validateTonProofItemReply(item: unknown): Problem {
  if (!isObject(item)) return 'ton_proof item must be an object';
  if (hasOtherKeys(item, 'error proof name')) return 'ton_proof item contains extra properties';
  const hasProof = Object.hasOwn(item, 'proof');
  const hasError = Object.hasOwn(item, 'error');
  if (hasProof === hasError) {
    return `'ton_proof' item must contain either 'proof' or 'error'${hasProof ? ', not both' : ''}`;
  }
  return hasProof ? proofProblem(item.proof) : errorProblem(item.error);
}

function proofProblem(proof: unknown): Problem {
  if (!isObject(proof)) return "Invalid 'proof' object";
  const { timestamp, domain, payload, signature } = proof;
  if (!isNumber(timestamp)) return "Invalid 'proof.timestamp'";
  if (!isObject(domain)) return "Invalid 'proof.domain'";
  if (!isNumber(domain.lengthBytes)) return "Invalid 'proof.domain.lengthBytes'";
  if (!isText(domain.value)) return "Invalid 'proof.domain.value'";
  if (byteLength(domain.value) !== domain.lengthBytes) {
    return "'proof.domain.lengthBytes' does not match 'proof.domain.value'";
  }
  if (!isText(payload)) return "Invalid 'proof.payload'";
  return isText(signature) && isBase64(signature) ? undefined : "Invalid 'proof.signature' format";
}

function errorProblem(error: unknown): Problem {
  if (!isObject(error)) return "Invalid 'error' object";
  if (hasOtherKeys(error, 'code message')) return 'ton_proof error contains extra properties';
  if (!isNumber(error.code)) return "Invalid 'error.code'";
  return isText(error.message) ? undefined : "Invalid 'error.message'";
}

/** Longest time between now and `validUntil` that wallets accept, in seconds. */
const LONGEST_VALIDITY_S = 300;

/**
 * Validates the argument of `sendTransaction`.
 * @throws TonConnectError if it is malformed.
 */
export const validateSendTransactionRequest = (request: unknown): void =>
  rejectProblem('SendTransactionRequest', transactionProblem(request));

function transactionProblem(request: unknown): Problem {
  if (!isObject(request)) return 'Request must be an object';
  if (hasOtherKeys(request, 'validUntil network from messages')) {
    return 'Request contains extra properties';
  }
  const { validUntil, network, from, messages } = request;
  if (validUntil) {
    if (!isNumber(validUntil)) return "Incorrect 'validUntil'";
    const now = Math.floor(Date.now() / 1000);
    if (validUntil > now + LONGEST_VALIDITY_S) {
      log('warn', `validUntil (${validUntil}) is more than 5 minutes from now (${now})`);
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

/** Required fields by kind of data. */
const FIELDS = { text: ['text'], binary: ['bytes'], cell: ['schema', 'cell'] };

/**
 * Validates the argument of `signData`.
 * @throws TonConnectError if it is malformed.
 */
export const validateSignDataPayload = (payload: unknown): void =>
  rejectProblem('SignDataPayload', dataProblem(payload));

function dataProblem(payload: unknown): Problem {
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
