import { isTelegram, launchParams } from '@prichal/telegram';
import { currentPlatform, isPhoneOs } from '../device/environment.js';
import { reportError } from '../device/report-error.js';
import type { ConnectionContext } from '../types/internals.js';
import { dispatchOwn, NAMED_VERSION } from './emit.js';

/** Answers `ton-connect-ui-request-version` by `ton-connect-ui-response-version`. */
export function emitVersion(internals: ConnectionContext): void {
  const { os, browser } = currentPlatform();
  const client = isTelegram() ? launchParams() : null;
  const detail = {
    type: 'response-version',
    version: NAMED_VERSION,
    tma: client !== null,
    tmaPlatform: client?.platform ?? null,
    tmaVersion: client?.version ?? null,
    telegramBrowser: 'TelegramWebview' in window && !client,
    os,
    browser,
    rawBrowser: browser,
    mobile: isPhoneOs(os),
  };
  dispatchOwn(internals, detail).catch(reportError);
}
