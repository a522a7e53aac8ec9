import { hostChannel, launchParams, ready } from '@prichal/telegram';
import { createRoot } from 'react-dom/client';
import { findRoute, preload } from '../routes';
import { appConfig } from '../shell/config-context';
import { navigate } from '../shell/location';
import { afterFirstPaint } from './after-first-paint';
import { App } from './app';
import { openDebugConsole, wantsDebugConsole } from './debug-console';
import { dressHost } from './host-look';
import { pageConfig } from './page-config';
import { showStart } from './screen';
import { startPath } from './start-path';

/** The skeleton stands for this long at most while the first page's code is on its way. */
const FIRST_PAGE_PATIENCE_MS = 1000;

/**
 * Starts the app: launch parameters, theme, first page, render. Nothing here waits for an answer of
 * the host. Outside Telegram there is no start: the fallback screen has been up since the head.
 */
export async function start(): Promise<void> {
  try {
    const launch = launchParams();
    if (launch === null) return;
    hostChannel();
    dressHost();
    afterFirstPaint(() => {
      ready();
      // Nobody presses before there is something to see.
      import('../shell/ripple').then(
        ({ installRipple }) => installRipple(launch.platform),
        () => undefined,
      );
    });
    if (wantsDebugConsole(launch)) openDebugConsole().catch(() => undefined);

    const config = appConfig(pageConfig());
    const path = startPath(config.routes, location.pathname, launch.startParam);
    // Also writes the launch parameters into the address, should it have lost them.
    navigate(path, { replace: true });

    const page = preload(findRoute(config.routes, path) ?? config.routes.home);
    const patience = new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_PATIENCE_MS));
    await Promise.race([page.catch(() => undefined), patience]);

    const root = document.getElementById('root');
    if (root === null) throw new Error('The page has no element with the id root');
    createRoot(root).render(<App config={config} />);
    showStart('running');
  } catch {
    showStart('failed');
  }
}
