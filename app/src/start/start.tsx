import { launchParams } from '@prichal/telegram';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadWithRetry } from '../shell/load-with-retry';
import { findRoute, preload } from '../shell/route';
import { App } from './app';
import { appConfig } from './app-config';
import { openDebugConsole, wantsDebugConsole } from './debug-console';
import { pageWindow } from './page-window';

/** Longest wait for the first page's code before the app replaces the skeleton. */
const FIRST_PAGE_PATIENCE_MS = 1000;

/**
 * Starts the app and replaces the skeleton. The head (head.inline.ts) has already introduced the
 * page to the host and painted the theme, and nothing here waits for an answer. Outside
 * Telegram the fallback screen is already shown.
 */
export async function start(): Promise<void> {
  const { prichalPage } = pageWindow();
  if (!prichalPage) return;
  const { config: page, showStart } = prichalPage;
  try {
    const launch = launchParams();
    if (launch === null) return;
    if (wantsDebugConsole(launch)) openDebugConsole().catch(() => undefined);

    const config = appConfig(page);
    const arrival = preload(findRoute(config.routes, location.pathname) ?? config.routes.home);
    const patience = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_PATIENCE_MS));
    await Promise.race([arrival.catch(() => undefined), patience]);

    const root = createRoot(document.getElementById('root') as HTMLElement);
    // Renders in slices, so that presses are handled between them. The skeleton looks the same.
    startTransition(() => root.render(<App config={config} />));
    showStart('running');
    // Not needed before the page is visible.
    loadWithRetry(() => import('../shell/enhancements')).then(
      ({ installEnhancements }) => installEnhancements(launch.platform, config.routes),
      () => undefined,
    );
  } catch {
    showStart('failed');
  }
}
