/**
 * Runs inline in the head, before anything is painted: takes the host's early messages, dresses the
 * page in Telegram's colours, decides whether there is a launch at all, and asks for the code of
 * the page that is wanted. Built into the HTML (see vite/inline-scripts.ts) for older syntax than
 * the app, because it also has to notice that the app cannot run.
 */
import { installReceivers, launchParams, themeOf } from '@prichal/telegram';
import { paint } from '../theme/paint';
import { showStart } from './screen';

const root = document.documentElement;

showStart('loading');
// A bundle that does not load, or that this client cannot read, would leave an empty frame.
window.addEventListener(
  'error',
  ({ target }) => {
    const ofScript = target === window || target instanceof HTMLScriptElement;
    if (ofScript && root.dataset.start === 'loading') showStart('failed');
  },
  true,
);

installReceivers();
const launch = launchParams();
root.dataset.platform = launch?.platform ?? 'none';
paint(themeOf(launch?.themeParams ?? {}));
if (launch === null) showStart('outside');

const files: Record<string, string> = JSON.parse(
  document.getElementById('page-files')?.textContent ?? '{}',
);
const file = files[location.pathname.replace(/^(\/buy-).*/, '$1')];
if (launch !== null && file !== undefined) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}
