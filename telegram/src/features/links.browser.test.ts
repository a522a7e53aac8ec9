import { describe, expect, it, vi } from 'vitest';
import { freshPage } from '../testing/fresh-page.js';

/** A page in a native client of a version. Without a version, outside Telegram. */
async function page(version?: string) {
  const postEvent = vi.fn<(type: string, json: string) => void>();
  const open = vi.fn<typeof window.open>(() => null);
  const { telegram } = await freshPage({
    ...(version === undefined ? {} : { query: `tgWebAppVersion=${version}`, postEvent }),
    before: (inner) => {
      inner.open = open;
    },
  });
  return { ...telegram, postEvent, open };
}

describe('openTelegramLink', () => {
  it('sends path and query to the client, without the hash', async () => {
    const { openTelegramLink, postEvent, open } = await page('6.1');
    openTelegramLink('https://t.me/wallet/start?startapp=a--b#x');
    const data = JSON.stringify({ path_full: '/wallet/start?startapp=a--b' });
    expect(postEvent).toHaveBeenCalledWith('web_app_open_tg_link', data);
    expect(open).not.toHaveBeenCalled();
  });

  it('opens a window for a native client older than 6.1', async () => {
    const { openTelegramLink, postEvent, open } = await page('6.0');
    openTelegramLink('http://t.me/prichal_bot');
    expect(postEvent).not.toHaveBeenCalled();
    expect(open.mock.calls[0]?.[0]).toBe('https://t.me/prichal_bot');
  });

  it('sends it to the parent of a frame, in any version', async () => {
    const { telegram, window } = await freshPage({ query: 'tgWebAppVersion=6.0' });
    const posted = vi.spyOn(window.parent, 'postMessage');
    telegram.openTelegramLink('https://t.me/prichal_bot');
    expect(posted.mock.calls.map(([message]) => message)).toContainEqual(
      JSON.stringify({
        eventType: 'web_app_open_tg_link',
        eventData: { path_full: '/prichal_bot' },
      }),
    );
    posted.mockRestore();
  });

  it.each([
    ['ftp://t.me/x', 'Url protocol is not supported'],
    ['tg://resolve?domain=x', 'Url protocol is not supported'],
    ['not a link', 'Url protocol is not supported'],
    ['https://www.t.me/x', 'Url host is not supported'],
    ['https://name.t.me', 'Url host is not supported'],
    ['https://t.me:8443/x', 'Url host is not supported'],
    ['https://example.com/t.me', 'Url host is not supported'],
  ])('refuses the address %s: %s', async (url, message) => {
    const { openTelegramLink, TelegramLinkError, postEvent } = await page('9.0');
    expect(() => openTelegramLink(url)).toThrow(TelegramLinkError);
    const refused = expect.objectContaining({ message, url });
    expect(() => openTelegramLink(url)).toThrow(refused);
    const fallback = vi.fn();
    openTelegramLink(url, fallback);
    expect(fallback).toHaveBeenCalledTimes(1);
    expect(postEvent).not.toHaveBeenCalled();
  });
});

describe('openLink', () => {
  it('passes an http(s) link to the client', async () => {
    const { openLink, postEvent } = await page('6.0');
    openLink('https://example.com/a b');
    const data = JSON.stringify({ url: 'https://example.com/a%20b' });
    expect(postEvent).toHaveBeenCalledWith('web_app_open_link', data);
  });

  it('opens a window outside Telegram', async () => {
    const { openLink, open } = await page();
    openLink('https://example.com/');
    expect(open).toHaveBeenCalledWith('https://example.com/', '_blank', 'noopener,noreferrer');
  });

  it('rejects any other scheme', async () => {
    const { openLink } = await page('9.0');
    expect(() => openLink('javascript:alert(1)')).toThrow('Url protocol is not supported');
  });
});
