import { backButton, init, miniApp, themeParams, viewport } from '@tma.js/sdk-react';

/**
 * Introduces the page to Telegram, expands it, and follows theme and viewport.
 * @throws if Telegram has not opened the page
 */
export function startTelegram(): void {
  init();
  backButton.mount.ifAvailable();
  themeParams.mount();
  themeParams.bindCssVars();
  miniApp.mount();
  miniApp.bindCssVars();
  miniApp.setHeaderColor.ifAvailable('secondary_bg_color');
  miniApp.setBgColor.ifAvailable('secondary_bg_color');
  miniApp.setBottomBarColor.ifAvailable('bottom_bar_bg_color');
  viewport.expand.ifAvailable();
  viewport.mount().then(
    () => viewport.bindCssVars(),
    // If the client does not report its height, the style sheet's value applies.
    () => undefined,
  );
}
