import {
  validateTonProofItemReply as proofProblem,
  validateConnectAdditionalRequest as validateConnectRequest,
  validateSignDataPayload as validateData,
  validateSendTransactionRequest as validateTransaction,
} from '../../../sdk/src/validation/arguments.ts';

/**
 * Adapts our validators to the official signature, which returns the problem or null. Our validators throw an
 * error whose message is the argument's name followed by the problem.
 */
const problemOf =
  (validate: (value: unknown) => void) =>
  (value: unknown): string | null => {
    try {
      validate(value);
      return null;
    } catch (error) {
      return (error as Error).message.split(' validation failed: ')[1] ?? '';
    }
  };

export const validateSendTransactionRequest = problemOf(validateTransaction);
export const validateConnectAdditionalRequest = problemOf(validateConnectRequest);
export const validateSignDataPayload = problemOf(validateData);
export const validateTonProofItemReply = (item: unknown): string | null =>
  proofProblem(item) ?? null;
