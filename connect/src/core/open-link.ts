import { isTelegram, openLink, openTelegramLink } from '@prichal/telegram';
import { currentPlatform, isFramed } from './device/environment.js';
import { guardPresses } from './device/press-guard.js';
import { isTelegramUrl } from './telegram-url.js';

/**
 * Opens a wallet's page or app. Has to run inside the click, or browsers block it. Answers false
 * when the browser did; the screen then shows a button to press.
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
  // Chrome on iOS hands a link over to an app only from the tab itself.
  const inPlace = !/^https?:/.test(link) || (os === 'ios' && browser === 'chrome');
  // In a frame the link would replace the page if the framing page's `frame-src` blocks it.
  if (!inPlace || isFramed()) return openTab(link);
  window.location.assign(link);
  return true;
}

/** A browser takes `javascript:` and its like for code of the page that opens them. */
function runsHere(link: string): boolean {
  try {
    return /^(javascript|data|blob|vbscript):$/.test(new URL(link).protocol);
  } catch {
    return true;
  }
}

function openTab(link: string): boolean {
  // Not by `noopener`, which would hide whether the tab was opened; the tab loses its opener here.
  const tab = window.open(link, '_blank');
  if (!tab) return false;
  try {
    tab.opener = null;
  } catch {
    // Already at another origin: it has no opener to reach.
  }
  return true;
}
