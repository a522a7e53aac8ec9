import { TonConnectError } from '../errors/index.js';

/** Writes a message for developers to the console. It must not contain keys or contents of messages. */
export const log = (level: 'warn' | 'error', ...details: unknown[]): void =>
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the console.
  console[level](...details);

/**
 * Whether `enableQaMode` was called on this page. It is a variable that is undefined at first, so that
 * bundlers drop the code for QA mode from apps that do not call `enableQaMode`.
 */
export let qaMode: true | undefined;

/**
 * Turns validation off until the page is reloaded, so that wallets can be tested with malformed
 * requests: problems are only logged. Lists injected wallets that the wallets list does not have, and
 * shows a banner on the page. Not for production.
 */
export function enableQaMode(): void {
  qaMode = true;
  log('warn', '[Prichal] QA mode is on: requests are not validated. Do not use it in production.');
  if (typeof document !== 'undefined') showBanner();
}

/** Whether `enableQaMode` was called on this page. */
export const isQaModeEnabled = (): boolean => qaMode !== undefined;

/** ID of the banner, as the official SDK names it. */
const ID = 'ton-connect-qa-banner';

const STYLE =
  'position:fixed;inset:0 0 auto;padding:12px 20px;background:#c92a2a;color:#fff;font:600 14px system-ui,sans-serif;text-align:center;z-index:999999;pointer-events:none;user-select:none';

/** Shows the banner at the top of the page, and shows it again if the page removes it. */
function showBanner(): void {
  if (document.getElementById(ID)) return;
  const banner = document.createElement('div');
  banner.id = ID;
  banner.textContent = 'QA mode: requests are not validated';
  banner.style.cssText = STYLE;
  document.body.append(banner);
  new MutationObserver((_, observer) => {
    if (banner.isConnected) return;
    observer.disconnect();
    showBanner();
  }).observe(document.body, { childList: true });
}

/** The problem with a value, for developers. Undefined if it is valid. */
export type Problem = string | undefined;

/**
 * Rejects a malformed argument of the app.
 * @param subject Name of the argument's type.
 * @throws TonConnectError if there is a problem. In QA mode it is only logged.
 */
export function rejectProblem(subject: string, problem: Problem): void {
  if (!problem) return;
  const message = `${subject} validation failed: ${problem}`;
  if (!qaMode) throw new TonConnectError(message);
  log('error', message);
}
