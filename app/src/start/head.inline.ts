/**
 * Runs inline in the head, before the first paint: opens the channel to the host, applies the theme
 * to the page and Telegram's bars, detects the launch, and requests the code of the page. Built
 * into the HTML by vite/inline-scripts.ts. The bundle does not contain it and reads its results
 * from the window.
 */
import { head, launchHash } from '@prichal/telegram';
import { readEntry } from '../shell/history-entry';
import { dressHost, tellReady } from './host-look';
import { chooseLanguage } from './language';
import { pageConfig } from './page-config';
import { pageWindow } from './page-window';
import { showStart } from './screen';
import { type Filling, fillSkeleton, showPage } from './skeleton-fill';
import { hearPresses } from './skeleton-press';
import { startPath } from './start-path';
import { showStoredWallet } from './stored-wallet';

const root = document.documentElement;
const config = pageConfig();
const { kind, launch } = head();
const { language_code = navigator.language } = Object(launch?.user);
root.lang = chooseLanguage(config.languages, `${language_code}`);
const filling: Filling = { product: config.product, words: config.words[root.lang] ?? {} };

if (config.bot !== null) root.dataset.bot = '';
if (config.stand !== null) root.dataset.stand = '';
root.dataset.platform = launch?.platform ?? 'none';
dressHost();
if (launch?.fullscreen) {
  root.dataset.fullscreen = 'early';
  // The host answers within milliseconds. Some hosts never answer.
  setTimeout(() => (root.dataset.fullscreen = ''), 150);
}

const filesOf: Readonly<Record<string, readonly string[]>> = JSON.parse(
  document.getElementById('page-files')?.textContent ?? '{}',
);

/** Requests files in parallel with the bundle: those of a page, or those of every page (`*`). */
function askFor(page: string): void {
  for (const file of filesOf[page.replace(/^(\/buy-).*/, '$1')] ?? []) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.href = file;
    document.head.append(link);
  }
}

if (launch === null) showStart('outside');
else {
  const path = startPath(config.product.slug, location.pathname, launch.startParam);
  // Restores the launch parameters if the address has lost them.
  history.replaceState(history.state, '', path + launchHash());
  askFor(path);
  askFor('*');
}

pageWindow().prichalPage = {
  config,
  words: filling.words,
  showStart,
  skeletonStands() {
    fillSkeleton(config, filling);
    showStoredWallet(kind === 'none' ? null : Object(launch?.user).id);
    // Outside Telegram the page must not be visible, not even to a search in the page.
    if (launch !== null) {
      showPage(filling, location.pathname, readEntry().tab);
      hearPresses((path, tab) => {
        askFor(path);
        showPage(filling, path, tab);
      });
      tellReady();
    }
    root.dataset.whole = '';
  },
};
