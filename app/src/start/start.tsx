import { launchParams } from '@prichal/telegram';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadWithRetry } from '../shell/load-with-retry';
import { findRoute, preload } from '../shell/route';
import { App } from './app';
import { appConfig } from './app-config';
import { openDebugConsole, wantsDebugConsole } from './debug-console';
import { pageWindow } from './page-window';

/** The skeleton stands for this long at most while the first page's code is on its way. */
const FIRST_PAGE_PATIENCE_MS = 1000;

/**
 * Starts the app behind the skeleton: first page, render. The host has been greeted and the theme
 * painted by the head (head.inline.ts), and nothing here waits for an answer. Outside Telegram there
 * is no start: the fallback screen has been up since the head.
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
    // Piece by piece, with room between for a finger: the skeleton stands and looks the same.
    startTransition(() => root.render(<App config={config} />));
    showStart('running');
    // Nobody presses before there is something to see.
    loadWithRetry(() => import('../shell/enhancements')).then(
      ({ installEnhancements }) => installEnhancements(launch.platform, config.routes),
      () => undefined,
    );
  } catch {
    showStart('failed');
  }
}
