import { installBack } from './back';
import { installConnectionNotice } from './connection-notice';
import { installRipple } from './ripple';
import type { Routes } from './route';

/** What the shell can do without on the first paint, in one file that comes after it. */
export function installEnhancements(platform: string, routes: Routes): void {
  installBack(routes);
  installConnectionNotice();
  installRipple(platform);
}
