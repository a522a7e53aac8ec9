import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardBy, openFrame, say, sayText } from './frame.fixture';
import { createPhone, type Phone } from './phone';
import { DEFAULTS, type Settings } from './settings';

let frame: HTMLIFrameElement;
let detach: () => void;
const opened: string[] = [];

async function start(settings: Partial<Settings> = {}): Promise<Phone> {
  const chosen = { ...DEFAULTS, ...settings };
  const phone = createPhone({
    settings: chosen,
    openLink: (url) => opened.push(url),
    showWallet: () => opened.push('the dev wallet'),
    isListed: async (link) => link.startsWith('https://wallet.example/ton-connect'),
  });
  frame = await openFrame();
  detach = phone.attach(frame, location.origin);
  return phone;
}

/** Settles when the host has logged a message of this type from the app. */
const logged = (phone: Phone, type: string) =>
  expect.poll(() => phone.log.entries().map((entry) => entry.type)).toContain(type);
const heard = (type: string) => expect.poll(() => heardBy(frame)).toContain(type);

beforeEach(() => {
  opened.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  detach();
  frame.remove();
});

describe('a phone', () => {
  it('answers its own frame', async () => {
    const phone = await start();
    say(frame, 'web_app_request_theme');
    await heard('theme_changed');
    await logged(phone, 'web_app_request_theme');
  });

  it('ignores messages of other frames', async () => {
    const phone = await start();
    const stranger = await openFrame();
    say(stranger, 'web_app_setup_back_button', { is_visible: true });
    window.postMessage(JSON.stringify({ eventType: 'web_app_close' }), '*');
    say(frame, 'web_app_ready');
    await logged(phone, 'web_app_ready');
    expect(phone.state()).toMatchObject({ back: false, closed: false, ready: true });
    stranger.remove();
  });

  it('logs unreadable messages', async () => {
    const phone = await start();
    sayText(frame, 'hello');
    await logged(phone, '(not a message)');
  });

  it('shows Back on request and reports its press', async () => {
    const phone = await start();
    say(frame, 'web_app_setup_back_button', { is_visible: true });
    await expect.poll(() => phone.state().back).toBe(true);
    phone.pressBack();
    await heard('back_button_pressed');
  });

  it('asks for confirmation before closing if the app wants that', async () => {
    const phone = await start();
    say(frame, 'web_app_setup_closing_behavior', { need_confirmation: true });
    await expect.poll(() => phone.state().confirmClose).toBe(true);
    phone.close();
    expect(phone.state()).toMatchObject({ confirming: true, closed: false });
    phone.answerClose(true);
    expect(phone.state().closed).toBe(true);
    phone.reopen();
    expect(phone.state()).toMatchObject({ closed: false, frame: 1, confirmClose: false });
  });

  it('restores the app after a Telegram link', async () => {
    const phone = await start();
    say(frame, 'web_app_open_tg_link', { path_full: '/durov' });
    await expect.poll(() => phone.state().minimised).toBe('/durov');
    phone.restore();
    await expect
      .poll(() => heardBy(frame).filter((type) => type === 'visibility_changed'))
      .toHaveLength(2);
    expect(phone.state().minimised).toBeNull();
  });

  it('opens web links', async () => {
    await start();
    say(frame, 'web_app_open_link', { url: 'https://example.org/' });
    await expect.poll(() => opened).toEqual(['https://example.org/']);
  });

  it('shows the dev wallet for the link of a listed wallet without a request', async () => {
    const phone = await start();
    say(frame, 'web_app_open_link', { url: 'https://wallet.example/ton-connect?ret=back' });
    await expect.poll(() => opened).toEqual(['the dev wallet']);
    expect(phone.state().walletLink).toBeNull();
  });

  it('asks about a web page whose address has the parameters of a wallet link', async () => {
    const phone = await start();
    const url = 'https://example.org/item?id=5';
    say(frame, 'web_app_open_link', { url });
    await expect.poll(() => phone.state().walletLink).toBe(url);
    expect(opened).toEqual([]);
    phone.leaveWalletLink(true);
    expect(opened).toEqual([url]);
  });

  it('logs messages that a closed app does not get, with their own notes', async () => {
    const phone = await start();
    detach();
    const theme = { type: 'theme_changed', data: {} };
    phone.pressBack();
    phone.send(theme);
    expect(
      phone.log
        .entries()
        .slice(-2)
        .map(({ note }) => note),
    ).toEqual([
      'not delivered: the app is closed',
      'sent by hand, not delivered: the app is closed',
    ]);
  });

  it.each([
    ['weba', 500],
    ['webk', 300],
  ] as const)('%s replaces a frame that does not reload itself in %i ms', async (client, wait) => {
    const phone = await start({ client });
    say(frame, 'iframe_ready', { reload_supported: true });
    await expect.poll(() => phone.state().reloadSupported).toBe(true);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    phone.reload();
    vi.advanceTimersByTime(wait - 1);
    expect(phone.state().frame).toBe(0);
    vi.advanceTimersByTime(1);
    expect(phone.state().frame).toBe(1);
  });

  it('keeps a frame that announces its reload', async () => {
    const phone = await start();
    say(frame, 'iframe_ready', { reload_supported: true });
    await expect.poll(() => phone.state().reloadSupported).toBe(true);
    phone.reload();
    say(frame, 'iframe_will_reload');
    await expect.poll(() => phone.state().reloading).toBe(true);
    await expect.poll(() => phone.state().reloading).toBe(false);
    expect(phone.state().frame).toBe(0);
  });

  it('reports a new theme after 400 ms in Web A, and a new size at once', async () => {
    const phone = await start();
    frame.style.height = '321px';
    await heard('viewport_changed');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    phone.follow({ ...DEFAULTS, theme: 'odd' });
    vi.advanceTimersByTime(399);
    expect(phone.log.entries().at(-1)?.type).not.toBe('theme_changed');
    vi.advanceTimersByTime(1);
    expect(phone.log.entries().at(-1)?.type).toBe('theme_changed');
  });

  it('sends nothing if it is silent', async () => {
    const phone = await start({ client: 'silent' });
    say(frame, 'web_app_request_theme');
    say(frame, 'web_app_setup_back_button', { is_visible: true });
    await logged(phone, 'web_app_setup_back_button');
    expect(phone.state().back).toBe(false);
    expect(phone.log.entries().filter(({ direction }) => direction === 'to app')).toEqual([]);
  });
});
