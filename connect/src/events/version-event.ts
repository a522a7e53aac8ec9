import { isTelegram, launchParams } from '@prichal/telegram';
import { currentPlatform, isPhoneOs } from '../device/environment.js';
import { reportError } from '../device/report-error.js';
import type { Internals } from '../types/internals.js';
import { dispatch, NAMED_VERSION } from './emit.js';

/** Answers `ton-connect-ui-request-version`. */
export function emitVersion({ settings }: Internals): void {
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
  dispatch(settings.eventDispatcher, 'ton-connect-ui-response-version', detail).catch(reportError);
}
