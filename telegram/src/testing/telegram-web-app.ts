/**
 * A reimplementation of the parts of Telegram's own script (telegram-web-app.js) that affect other scripts of
 * a page: the functions that the client calls, the channel, and its state of Back, swipe and height.
 * Installed in a page under test.
 */
type Receive = (type: string, data?: unknown) => void;

export interface OfficialPage extends Window {
  TelegramWebviewProxy?: { postEvent?: ((type: string, json: string) => void) | undefined };
  Telegram?: { WebView?: { receiveEvent?: Receive }; WebApp?: OfficialApp };
  TelegramGameProxy?: { receiveEvent?: Receive };
  TelegramGameProxy_receiveEvent?: Receive;
}

export interface OfficialApp {
  readonly BackButton: {
    readonly isVisible: boolean;
    show(): void;
    hide(): void;
    onClick(handler: () => void): void;
  };
  readonly isVerticalSwipesEnabled: boolean;
  disableVerticalSwipes(): void;
  enableVerticalSwipes(): void;
}

export function installTelegramWebApp(page: OfficialPage): OfficialApp {
  const isFrame = page.parent !== page;
  const post = (eventType: string, eventData: unknown = '') => {
    const proxy = page.TelegramWebviewProxy;
    if (proxy) proxy.postEvent?.(eventType, JSON.stringify(eventData));
    else if (isFrame) page.parent.postMessage(JSON.stringify({ eventType, eventData }), '*');
  };
  const clicks: (() => void)[] = [];
  const receiveEvent: Receive = (type) => {
    if (type === 'back_button_pressed') for (const click of clicks) click();
  };
  if (isFrame && !page.TelegramWebviewProxy) {
    page.addEventListener('message', ({ source, data }) => {
      if (source !== page.parent) return;
      try {
        const { eventType, eventData } = JSON.parse(data);
        receiveEvent(eventType, eventData);
      } catch {
        // Not a message of a client.
      }
    });
    post('iframe_ready', { reload_supported: true });
  }
  page.Telegram ??= {};
  page.Telegram.WebView = { receiveEvent };
  page.TelegramGameProxy_receiveEvent = receiveEvent;
  page.TelegramGameProxy = { receiveEvent };

  let isVisible = false;
  let isVerticalSwipesEnabled = true;
  const setVisible = (value: boolean) => {
    // Sends each value once until its own state changes.
    if (value !== isVisible) post('web_app_setup_back_button', { is_visible: value });
    isVisible = value;
  };
  const setSwipes = (value: boolean) => {
    isVerticalSwipesEnabled = value;
    post('web_app_setup_swipe_behavior', { allow_vertical_swipe: value });
  };
  const app: OfficialApp = {
    BackButton: {
      get isVisible() {
        return isVisible;
      },
      show: () => setVisible(true),
      hide: () => setVisible(false),
      onClick: (handler) => void clicks.push(handler),
    },
    get isVerticalSwipesEnabled() {
      return isVerticalSwipesEnabled;
    },
    disableVerticalSwipes: () => setSwipes(false),
    enableVerticalSwipes: () => setSwipes(true),
  };
  page.Telegram.WebApp = app;
  return app;
}
