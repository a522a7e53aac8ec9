import { launchParams } from '@prichal/telegram';
import { currentPlatform, isPhoneOs } from '../device/environment.js';
import type { Internals } from '../types/internals.js';
import { send, VERSION } from './emit.js';

/** Tells the version to who asked for it. */
export function emitVersion(internals: Internals): void {
  const { os, browser } = currentPlatform();
  const client = launchParams();
  const detail = {
    type: 'response-version',
    version: VERSION,
    tma: client !== null,
    tmaPlatform: client?.platform ?? null,
    tmaVersion: client?.version ?? null,
    telegramBrowser: 'TelegramWebview' in window && !client,
    os,
    browser,
    rawBrowser: browser,
    mobile: isPhoneOs(os),
  };
  send(internals, detail).catch(reportError);
}
