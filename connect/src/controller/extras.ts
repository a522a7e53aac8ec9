import { answerVersion } from '../events/answer-version.js';
import { keepButtonRoot } from './button-root.js';
import type { Core } from './core.js';

/** What few pages ask for: a button outside of React, a dispatcher of their own. */
export function addExtras(core: Core): { dispose(): void } {
  const removeButton = keepButtonRoot(core);
  const stopAnswering = answerVersion(core);
  return {
    dispose() {
      removeButton();
      stopAnswering();
    },
  };
}
