import { TonConnectError } from '../errors/base-error.js';
import { isQaModeEnabled } from '../qa-mode/qa-mode.js';
import type { Problem } from './values.js';

/**
 * Rejects a malformed argument of the app.
 * @param subject Name of the argument's type.
 * @throws TonConnectError if there is a problem. In QA mode it is only logged.
 */
export function rejectProblem(subject: string, problem: Problem): void {
  if (!problem) return;
  const message = `${subject} validation failed: ${problem}`;
  if (!isQaModeEnabled()) throw new TonConnectError(message);
  // biome-ignore lint/suspicious/noConsole: what QA mode is for.
  console.error(message);
}
