/**
 * Runs inline in the head, before anything is painted: opens the channel to the host, dresses the
 * page and Telegram's bars in the theme, decides whether there is a launch at all, and asks for the
 * code of the page that is wanted. Built into the HTML by vite/inline-scripts.ts; the bundle carries
 * none of it and reads what it leaves on the window.
 */
import { launchParams } from '@prichal/telegram';
import { dressHost, tellReady } from './host-look';
import { pageConfig } from './page-config';
import { pageWindow } from './page-window';
import { showStart } from './screen';
import { fillSkeleton, showPage } from './skeleton-fill';
import { startPath } from './start-path';

const root = document.documentElement;
const config = pageConfig();
const launch = launchParams();

if (config.bot !== null) root.dataset.bot = '';
root.dataset.platform = launch?.platform ?? 'none';
dressHost();
if (launch?.fullscreen) {
  root.dataset.fullscreen = 'early';
  // An answer takes some milliseconds; some hosts never give one.
  setTimeout(() => (root.dataset.fullscreen = ''), 150);
}

const path = startPath(config.product.slug, location.pathname, launch?.startParam ?? null);
const page = path.replace(/^(\/buy-).*/, '$1');
if (launch === null) showStart('outside');
else {
  const files: Record<string, string[]> = JSON.parse(
    document.getElementById('page-files')?.textContent ?? '{}',
  );
  for (const file of [...(files[page] ?? []), ...(files['*'] ?? [])]) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.href = file;
    document.head.append(link);
  }
}

pageWindow().prichalPage = {
  config,
  path,
  showStart,
  skeletonStands() {
    // Outside there is no page to be seen, nor to be found by a search in the page.
    if (launch !== null) showPage(page);
    fillSkeleton(config, path);
    root.dataset.whole = '';
    if (launch !== null) tellReady();
  },
};
