import { launchParams } from '@prichal/telegram';
import type { Core } from '../controller/core.js';
import { currentPlatform, isPhoneOs } from '../device/platform.js';
import { send } from './dispatch.js';
import { VERSION } from './version.js';

/** Tells the version to who asked for it. */
export function tellVersion(core: Core): void {
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
  send(core, detail).catch(reportError);
}

/** Answers the caller's own dispatcher; on the window the first load listens. */
export function answerVersion(core: Core): () => void {
  const listening = core.settings.eventDispatcher?.addEventListener(
    'ton-connect-ui-request-version',
    () => tellVersion(core),
  );
  return () => void listening?.then((remove) => remove(), reportError);
}
