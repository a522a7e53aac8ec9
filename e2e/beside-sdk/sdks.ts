import * as telegramApps from '@telegram-apps/sdk';
import * as tma from '@tma.js/sdk';
import {
  installTelegramWebApp,
  type OfficialPage,
} from '../../telegram/src/testing/telegram-web-app.ts';

/** Functions of the app that use its SDK. */
export interface AppSdk {
  showBack(): void;
  hideBack(): void;
  onBack(handler: () => void): void;
  lockSwipe(): void;
}

/** SDKs by the value of `?sdk=`. Each starts as its documentation says, before the app renders. */
export const SDKS: Readonly<Record<string, () => AppSdk>> = {
  official() {
    const app = installTelegramWebApp(window as OfficialPage);
    return {
      showBack: app.BackButton.show,
      hideBack: app.BackButton.hide,
      onBack: app.BackButton.onClick,
      lockSwipe: app.disableVerticalSwipes,
    };
  },
  'telegram-apps'() {
    telegramApps.init();
    telegramApps.mountBackButton();
    telegramApps.mountSwipeBehavior();
    return {
      showBack: () => telegramApps.showBackButton(),
      hideBack: () => telegramApps.hideBackButton(),
      onBack: (handler) => void telegramApps.onBackButtonClick(handler),
      lockSwipe: () => telegramApps.disableVerticalSwipes(),
    };
  },
  tma() {
    tma.init();
    tma.backButton.mount();
    tma.swipeBehavior.mount();
    return {
      showBack: () => tma.backButton.show(),
      hideBack: () => tma.backButton.hide(),
      onBack: (handler) => void tma.backButton.onClick(handler),
      lockSwipe: () => tma.swipeBehavior.disableVertical(),
    };
  },
};
