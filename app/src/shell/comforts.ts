import { installConnectionNotice } from './connection-notice';
import { installRipple } from './ripple';

/** What the shell can do without on the first paint, in one file that comes after it. */
export function installComforts(platform: string): void {
  installConnectionNotice();
  installRipple(platform);
}
