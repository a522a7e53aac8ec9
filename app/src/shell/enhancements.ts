import { installBack } from './back';
import { installConnectionNotice } from './connection-notice';
import { installRipple } from './ripple';
import type { Routes } from './route';

/**
 * Installs the parts of the shell that the first paint does not need. They are one file, loaded
 * after it.
 */
export function installEnhancements(platform: string, routes: Routes): void {
  installBack(routes);
  installConnectionNotice();
  installRipple(platform);
}
