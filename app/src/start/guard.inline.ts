/**
 * Runs inline before everything else: should a later script not load, or not be readable for an old
 * client, the fallback screen shows instead of an empty frame. For that reason this one, and what
 * it imports, keeps to syntax of 2015.
 */
import { showStart, startState } from './screen';

showStart('loading');
window.addEventListener(
  'error',
  (event) => {
    const ofScript = event.target === window || event.target instanceof HTMLScriptElement;
    if (ofScript && startState() === 'loading') showStart('failed');
  },
  true,
);
document.addEventListener('DOMContentLoaded', () => showStart(startState()));
