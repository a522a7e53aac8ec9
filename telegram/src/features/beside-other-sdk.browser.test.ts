import { describe, expect, it, onTestFinished, vi } from 'vitest';
import telegramApps from '/node_modules/@telegram-apps/sdk/dist/index.iife.js?raw';
import tma from '/node_modules/@tma.js/sdk/dist/index.iife.js?raw';
import { type FreshWindow, freshPage, settled } from '../testing/fresh-page.js';
import { installTelegramWebApp } from '../testing/telegram-web-app.js';

/** How an app uses Telegram with its own SDK. */
interface AppSdk {
  showBack(): void;
  hideBack(): void;
  onBack(handler: () => void): void;
  lockSwipe(): void;
  allowSwipe(): void;
}

interface SdkWindow extends FreshWindow {
  eval(code: string): unknown;
  tmajs?: { sdk: Tma };
  telegramApps?: { sdk: TelegramApps };
}
type Tma = typeof import('@tma.js/sdk');
type TelegramApps = typeof import('@telegram-apps/sdk');

function official(page: FreshWindow): AppSdk {
  const app = installTelegramWebApp(page);
  return {
    showBack: app.BackButton.show,
    hideBack: app.BackButton.hide,
    onBack: app.BackButton.onClick,
    lockSwipe: app.disableVerticalSwipes,
    allowSwipe: app.enableVerticalSwipes,
  };
}

function tmaSdk(page: FreshWindow): AppSdk {
  const inner = page as SdkWindow;
  inner.eval(tma);
  const { sdk } = inner.tmajs as { sdk: Tma };
  const { backButton, init, swipeBehavior, setTargetOrigin } = sdk;
  setTargetOrigin(location.origin);
  init();
  backButton.mount();
  swipeBehavior.mount();
  return {
    showBack: () => backButton.show(),
    hideBack: () => backButton.hide(),
    onBack: (handler) => void backButton.onClick(handler),
    lockSwipe: () => swipeBehavior.disableVertical(),
    allowSwipe: () => swipeBehavior.enableVertical(),
  };
}

function telegramAppsSdk(page: FreshWindow): AppSdk {
  const inner = page as SdkWindow;
  inner.eval(telegramApps);
  const { sdk } = inner.telegramApps as { sdk: TelegramApps };
  sdk.targetOrigin.set(location.origin);
  sdk.init();
  sdk.mountBackButton();
  sdk.mountSwipeBehavior();
  return {
    showBack: () => sdk.showBackButton(),
    hideBack: () => sdk.hideBackButton(),
    onBack: (handler) => void sdk.onBackButtonClick(handler),
    lockSwipe: () => sdk.disableVerticalSwipes(),
    allowSwipe: () => sdk.enableVerticalSwipes(),
  };
}

const QUERY = new URLSearchParams({
  tgWebAppVersion: '9.1',
  tgWebAppPlatform: 'ios',
  tgWebAppThemeParams: '{}',
}).toString();

/** A client: its state, and the messages that it received from all scripts. */
function client() {
  const state = { back: false, swipe: true };
  const heard: string[] = [];
  const hear = (type: string, data: Record<string, boolean>) => {
    if (type === 'web_app_setup_back_button') state.back = data.is_visible === true;
    else if (type === 'web_app_setup_swipe_behavior') {
      state.swipe = data.allow_vertical_swipe === true;
    } else return;
    heard.push(type);
  };
  return { state, heard, hear };
}

/** Waits until all messages to this window have arrived, so that they do not affect later tests. */
const messagesHeard = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const listen = ({ ports }: MessageEvent) => {
      if (ports.length === 0) return;
      window.removeEventListener('message', listen);
      port1.close();
      resolve();
    };
    window.addEventListener('message', listen);
    window.postMessage('all before this has arrived', '*', [port2]);
  });

type Where = 'a frame' | 'a native client';

/** An app with its own SDK, then the package, in a client. */
async function open(where: Where, install: (page: FreshWindow) => AppSdk) {
  const { state, heard, hear } = client();
  let sdk: AppSdk | undefined;
  const isFrame = where === 'a frame';
  if (isFrame) {
    const listen = ({ data }: MessageEvent) => {
      if (typeof data !== 'string' || !data.includes('eventType')) return;
      const { eventType, eventData } = JSON.parse(data);
      hear(eventType, eventData);
    };
    window.addEventListener('message', listen);
    onTestFinished(async () => {
      await messagesHeard();
      window.removeEventListener('message', listen);
    });
  }
  const {
    telegram,
    window: page,
    receive,
  } = await freshPage({
    query: QUERY,
    before: (inner) => {
      sdk = install(inner);
    },
    ...(isFrame ? {} : { postEvent: (type, json) => hear(type, JSON.parse(json)) }),
  });
  const press = () => {
    const said = { eventType: 'back_button_pressed' };
    if (!isFrame) receive(said.eventType, null);
    else {
      const { MessageEvent: Message } = page as unknown as { MessageEvent: typeof MessageEvent };
      const data = JSON.stringify(said);
      page.dispatchEvent(new Message('message', { data, origin: location.origin, source: window }));
    }
  };
  return { telegram, app: sdk as AppSdk, page, press, state, heard };
}

const EVERYWHERE: [string, (page: FreshWindow) => AppSdk, Where][] = [
  ["Telegram's own script", official, 'a frame'],
  ["Telegram's own script", official, 'a native client'],
  ['@tma.js/sdk', tmaSdk, 'a frame'],
  ['@telegram-apps/sdk', telegramAppsSdk, 'a frame'],
];

describe.each(EVERYWHERE)('with %s', (_name, install, where) => {
  it(`one press in ${where} closes one layer, the package's first`, async () => {
    const { telegram, app, press } = await open(where, install);
    const goBack = vi.fn();
    app.onBack(goBack);
    app.showBack();
    press();
    expect(goBack).toHaveBeenCalledTimes(1);

    const close = vi.fn();
    const release = telegram.pushBackHandler(close);
    await settled();
    // The app has done this already, so it is not repeated.
    expect(close).not.toHaveBeenCalled();
    press();
    expect([close.mock.calls.length, goBack.mock.calls.length]).toEqual([1, 1]);

    release();
    await settled();
    press();
    expect([close.mock.calls.length, goBack.mock.calls.length]).toEqual([1, 2]);
  });

  it(`Back and swipe in ${where} get the app's state afterwards`, async () => {
    const { telegram, app, state, heard } = await open(where, install);
    app.showBack();
    app.lockSwipe();
    await expect.poll(() => state).toEqual({ back: true, swipe: false });

    const release = telegram.pushBackHandler(() => undefined);
    const unlock = telegram.lockVerticalSwipe();
    await settled();
    release();
    unlock();
    await settled();
    // Nothing had to change, so nothing was sent.
    app.hideBack();
    app.allowSwipe();
    await expect.poll(() => state).toEqual({ back: false, swipe: true });
    expect(heard).toHaveLength(4);

    telegram.pushBackHandler(() => undefined)();
    telegram.lockVerticalSwipe()();
    await settled();
    app.showBack();
    await expect.poll(() => state).toEqual({ back: true, swipe: true });
  });

  it(`an SDK in ${where} is detected`, async () => {
    const { telegram } = await open(where, install);
    expect(telegram.hasOtherSdk()).toBe(true);
  });
});

it('a page without an SDK has no other SDK', async () => {
  const { telegram } = await freshPage({ query: QUERY, postEvent: vi.fn() });
  telegram.pushBackHandler(() => undefined);
  await settled();
  expect(telegram.hasOtherSdk()).toBe(false);
});

it.each(['a frame', 'a native client'] as const)(
  "beside Telegram's own script Back shows while it is wanted in %s, and goes",
  async (where) => {
    const { telegram, state } = await open(where, official);
    const release = telegram.pushBackHandler(() => undefined);
    const unlock = telegram.lockVerticalSwipe();
    await expect.poll(() => state).toEqual({ back: true, swipe: false });
    release();
    unlock();
    await expect.poll(() => state).toEqual({ back: false, swipe: true });
  },
);

it('a change by the app while a sheet is open is kept', async () => {
  const { telegram, app, state, heard } = await open('a native client', official);
  const release = telegram.pushBackHandler(() => undefined);
  const unlock = telegram.lockVerticalSwipe();
  await settled();
  app.showBack();
  app.lockSwipe();
  release();
  unlock();
  await settled();
  expect(state).toEqual({ back: true, swipe: false });
  expect(heard).toHaveLength(4);
});

it('messages of an unknown SDK are seen in a native client, which has one channel', async () => {
  const { state, hear } = client();
  const { telegram, window: page } = await freshPage({
    query: QUERY,
    postEvent: (type, json) => hear(type, JSON.parse(json)),
  });
  const proxy = () => page.TelegramWebviewProxy;
  const allow = (value: boolean) =>
    proxy()?.postEvent?.('web_app_setup_swipe_behavior', `{"allow_vertical_swipe":${value}}`);
  const show = (value: boolean) =>
    proxy()?.postEvent?.('web_app_setup_back_button', `{"is_visible":${value}}`);
  allow(false);
  show(true);
  telegram.pushBackHandler(() => undefined)();
  telegram.lockVerticalSwipe()();
  await settled();
  expect(state).toEqual({ back: true, swipe: false });

  allow(true);
  show(false);
  const release = telegram.pushBackHandler(() => undefined);
  const unlock = telegram.lockVerticalSwipe();
  await settled();
  expect(state).toEqual({ back: true, swipe: false });
  release();
  unlock();
  await settled();
  expect(state).toEqual({ back: false, swipe: true });
});

it('messages are seen also on a read-only channel, as on Android', async () => {
  const { state, hear } = client();
  const share = vi.fn();
  const { telegram, window: page } = await freshPage({
    query: QUERY,
    postEvent: vi.fn(),
    before: (inner) => {
      const native = {
        postEvent(this: unknown, type: string, json: string) {
          if (this !== native) throw new TypeError('Java bridge method');
          hear(type, JSON.parse(json));
        },
        resolveShare: share,
      };
      inner.TelegramWebviewProxy = Object.freeze(native);
    },
  });
  page.TelegramWebviewProxy?.postEvent?.('web_app_setup_back_button', '{"is_visible":true}');
  (page.TelegramWebviewProxy as unknown as { resolveShare(): void }).resolveShare();
  telegram.pushBackHandler(() => undefined)();
  await settled();
  expect(state.back).toBe(true);
  expect(share).toHaveBeenCalledTimes(1);
});

it('an app can report the state of its own switches', async () => {
  const { telegram, app, state } = await open('a frame', tmaSdk);
  app.showBack();
  await expect.poll(() => state.back).toBe(true);
  let isShown = false;
  const release = telegram.pushBackHandler(
    () => undefined,
    () => isShown,
  );
  await settled();
  release();
  await expect.poll(() => state.back).toBe(false);
  isShown = true;
  app.hideBack();
  app.showBack();
  telegram.pushBackHandler(
    () => undefined,
    () => isShown,
  )();
  await settled();
  await expect.poll(() => state.back).toBe(true);
});
