import { isFailure } from './failure.js';

/**
 * Changes the account. If the server asks for a fresh proof (step-up), gets one from `prove` and changes it again.
 * @param prove resolves to a falsy value if it has no fresher proof
 */
export async function steppedUp<T>(
  change: () => Promise<T>,
  prove: () => Promise<unknown>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isFailure(error, 'step_up_required') || !(await prove())) throw error;
  }
  return change();
}
