import { isBase64 } from '../protocol/base64.js';
import { hasOtherKeys, isNumber, isObject, isText, type Problem, rejectProblem } from './values.js';

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
  // Wallets sign the domain too. There is none outside browsers.
  const domain = typeof window === 'undefined' ? undefined : window.location?.hostname;
  if (!domain) return undefined;
  const [ofDomain, ofPayload] = [byteLength(domain), byteLength(tonProof)];
  if (ofDomain > LONGEST_PART) return 'Current domain exceeds 128 bytes limit';
  if (ofPayload > LONGEST_PART) return "'tonProof' payload exceeds 128 bytes limit";
  return ofDomain + ofPayload > LONGEST_TOTAL
    ? "'tonProof' domain + payload exceeds 222 bytes limit"
    : undefined;
}

/** Returns what is wrong with a wallet's `ton_proof` item. Undefined if it is valid. */
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
