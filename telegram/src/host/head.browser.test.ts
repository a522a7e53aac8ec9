import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FreshWindow, freshPage, settled } from '../testing/fresh-page.js';

const QUERY = 'tgWebAppVersion=9.0&tgWebAppPlatform=weba';

interface Sent {
  readonly eventType: string;
  readonly eventData: unknown;
}

/** Messages to this window, the host. `until` resolves with the first message of a type. */
function hostWindow() {
  const sent: Sent[] = [];
  const checks: (() => void)[] = [];
  const listen = (event: MessageEvent) => {
    if (typeof event.data !== 'string' || !event.data.includes('eventType')) return;
    sent.push(JSON.parse(event.data));
    for (const check of checks) check();
  };
  window.addEventListener('message', listen);
  onTestFinished(() => window.removeEventListener('message', listen));
  const until = (type: string) =>
    new Promise<Sent>((resolve) => {
      const check = () => {
        const message = sent.find(({ eventType }) => eventType === type);
        if (message) resolve(message);
      };
      checks.push(check);
      check();
    });
  return { until, types: () => sent.map(({ eventType }) => eventType) };
}

/** Sends an event to a page like a web client, synchronously. */
function say(page: FreshWindow, data: unknown, source: Window = window): void {
  const Message = (page as unknown as { MessageEvent: typeof MessageEvent }).MessageEvent;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  page.dispatchEvent(new Message('message', { data: text, origin: location.origin, source }));
}

describe('in a frame', () => {
  it('greets the host with an object, for Web A reads a field of it unseen', async () => {
    const host = hostWindow();
    const { telegram } = await freshPage({ query: QUERY });
    expect(telegram.head().kind).toBe('iframe');
    expect((await host.until('iframe_ready')).eventData).toEqual({ reload_supported: true });
  });

  it('sends only messages that the client supports', async () => {
    const host = hostWindow();
    const { telegram } = await freshPage({ query: 'tgWebAppVersion=6.0' });
    const { tell } = telegram.head();
    expect(tell('web_app_setup_back_button', '6.1', { is_visible: true })).toBe(false);
    expect(tell('web_app_ready')).toBe(true);
    await host.until('web_app_ready');
    expect(host.types()).toEqual(['iframe_ready', 'web_app_ready']);
  });

  it('accepts messages only from its parent', async () => {
    const { telegram, window: page } = await freshPage({ query: QUERY });
    const heard = vi.fn();
    const stop = telegram.head().on('theme_changed', heard);
    say(page, { eventType: 'theme_changed' });
    say(page, { eventType: 'theme_changed' }, page);
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    say(page, { eventType: 'theme_changed' });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it.each(['{', '[]', 'null', '{"eventType":5}'])(
    'ignores the invalid message %s',
    async (text) => {
      const { telegram, window: page } = await freshPage({ query: QUERY });
      telegram.head();
      const failed = vi.fn();
      page.addEventListener('error', failed);
      say(page, text);
      expect(failed).not.toHaveBeenCalled();
    },
  );

  it('keeps events that arrive before the first listener', async () => {
    const { telegram, window: page } = await freshPage({ query: QUERY });
    telegram.head();
    say(page, { eventType: 'viewport_changed', eventData: { height: 432 } });
    await new Promise<void>((resolve) => telegram.viewport.subscribe(resolve));
    expect(telegram.viewport.get().height).toBe(432);
  });
});

describe('in a native client', () => {
  it('delivers each early event once and in order to the first listener', async () => {
    const { telegram, receive } = await freshPage({ query: QUERY, postEvent: vi.fn() });
    telegram.head();
    receive('invoice_closed', 1);
    receive('back_button_pressed', null);
    receive('invoice_closed', 2);
    const [first, second] = [vi.fn(), vi.fn()];
    telegram.head().on('invoice_closed', first);
    telegram.head().on('invoice_closed', second);
    await settled();
    expect(first.mock.calls).toEqual([[1], [2]]);
    expect(second).not.toHaveBeenCalled();
  });

  it('posts JSON text through the proxy, and reads null as no data', async () => {
    const postEvent = vi.fn();
    const { telegram, window: page } = await freshPage({ query: QUERY, postEvent });
    expect(telegram.head().kind).toBe('webview');
    telegram.ready();
    expect(postEvent).toHaveBeenCalledWith('web_app_ready', '{}');

    const heard = vi.fn();
    telegram.head().on('back_button_pressed', heard);
    page.Telegram?.WebView?.receiveEvent?.('back_button_pressed', null);
    page.TelegramGameProxy?.receiveEvent?.('back_button_pressed');
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('counts as a launch if the client has lost the parameters', async () => {
    const { telegram } = await freshPage({ postEvent: vi.fn() });
    expect(telegram.launchParams()).toMatchObject({ version: '6.0', platform: 'unknown' });
  });

  it('leaves the receivers of other scripts working', async () => {
    const receiveEvent = vi.fn();
    const { telegram, receive } = await freshPage({
      query: QUERY,
      postEvent: vi.fn(),
      before: (page) => {
        page.TelegramGameProxy = { receiveEvent };
      },
    });
    telegram.head();
    receive('theme_changed', null);
    expect(receiveEvent).toHaveBeenCalledWith('theme_changed', null);
  });
});
