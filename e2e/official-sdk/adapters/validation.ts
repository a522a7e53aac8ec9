import {
  validateTonProofItemReply as proofProblem,
  validateConnectAdditionalRequest as validateConnectRequest,
  validateSignDataPayload as validateData,
  validateSendTransactionRequest as validateTransaction,
} from '../../../sdk/src/validation/arguments.ts';

/** The official functions return the problem, or null. Ours throw it after the name of the argument. */
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
