/**
 * Runs inline in the head, before anything is painted: takes the host's early messages, dresses the
 * page in Telegram's colours, decides whether there is a launch at all, and asks for the code of
 * the page that is wanted. Built into the HTML by vite/inline-scripts.ts.
 */
import { launchParams, themeOf } from '@prichal/telegram';
import { paint } from '../theme/paint';
import { pageConfig } from './page-config';
import { showStart } from './screen';

const root = document.documentElement;

const launch = launchParams();
if (pageConfig().bot !== null) root.dataset.bot = '';
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
