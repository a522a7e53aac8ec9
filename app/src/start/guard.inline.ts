/**
 * Runs inline before everything else. If a later script does not load, or an old client cannot
 * parse it, the fallback screen shows instead of an empty frame. For that reason this script and
 * its imports use only syntax of 2015.
 */
import { showStart, startState } from './screen';

showStart('loading');
window.addEventListener(
  'error',
  (event) => {
    const ofScript = event.target === window || event.target instanceof HTMLScriptElement;
    if (ofScript && startState() === 'loading') {
      // isLaunchQuery() of @prichal/telegram, which has newer syntax. The parameters can be in the
      // query or the fragment.
      const ofTelegram = /tgWebApp(?!StartParam)\w+=/.test(location.href);
      showStart(ofTelegram ? 'failed' : 'outside');
    }
  },
  true,
);
document.addEventListener('DOMContentLoaded', () => showStart(startState()));
