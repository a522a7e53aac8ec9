import { isTelegram, openLink, openTelegramLink } from '@prichal/telegram';
import { currentPlatform, isFramed } from './device/environment.js';
import { guardPresses } from './device/press-guard.js';
import { isTelegramUrl } from './telegram-url.js';

/**
 * Opens a wallet's page or app. Must run inside a click, or browsers block it. Returns false if the
 * browser blocked it. The screen then shows a button.
 */
export function openWalletLink(link: string): boolean {
  if (runsHere(link)) return false;
  guardPresses();
  if (isTelegram() && isTelegramUrl(link)) {
    openTelegramLink(link, () => void openTab(link));
    return true;
  }
  if (isTelegram() && /^https?:/.test(link)) {
    openLink(link);
    return true;
  }
  const { os, browser } = currentPlatform();
  // Chrome on iOS passes a link to an app only from the current tab.
  const inPlace = !/^https?:/.test(link) || (os === 'ios' && browser === 'chrome');
  // In a frame the link would replace the page if the framing page's `frame-src` blocks it.
  if (!inPlace || isFramed()) return openTab(link);
  window.location.assign(link);
  return true;
}

/** Whether the link is `javascript:` or a similar scheme, which runs as code of this page. */
function runsHere(link: string): boolean {
  try {
    return /^(javascript|data|blob|vbscript):$/.test(new URL(link).protocol);
  } catch {
    return true;
  }
}

function openTab(link: string): boolean {
  // `noopener` would hide whether the tab was opened, so the opener is removed afterwards.
  const tab = window.open(link, '_blank');
  if (!tab) return false;
  try {
    tab.opener = null;
  } catch {
    // The tab is at another origin already, so its opener cannot be changed.
  }
  return true;
}
