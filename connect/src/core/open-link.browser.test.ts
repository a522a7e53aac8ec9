import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWalletLink } from './open-link.js';

/* The test runner shows each test in a frame. */

const IPHONE_CHROME = 'iPhone AppleWebKit/605 CriOS/140 Safari/604';

const opened = () => vi.mocked(window.open).mock.calls;
const tab = (): Window => ({ opener: window }) as Window;

beforeEach(() => {
  vi.spyOn(window, 'open').mockImplementation(tab);
});
afterEach(() => vi.restoreAllMocks());

describe('in a frame', () => {
  it.each([
    ['by a scheme', 'tonkeeper-tc://?v=2', navigator.userAgent],
    ['by any wallet’s scheme', 'tc://?v=2', navigator.userAgent],
    ['by a Telegram scheme', 'tg://resolve?domain=wallet', navigator.userAgent],
    ['by a web link in Chrome on iOS', 'https://alpha.example/connect', IPHONE_CHROME],
  ])('opens a wallet %s in a tab and keeps the page', async (_, link, userAgent) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    const left = vi.fn((event: Event) => event.preventDefault());
    // Cancels a navigation that would replace the page of this test.
    const { navigation } = window as unknown as { navigation: EventTarget };
    navigation.addEventListener('navigate', left);
    expect(openWalletLink(link)).toBe(true);
    navigation.removeEventListener('navigate', left);
    expect(opened()).toEqual([[link, '_blank']]);
    expect(left).not.toHaveBeenCalled();
  });

  it('reports a tab that the browser blocked', () => {
    vi.mocked(window.open).mockReturnValue(null);
    expect(openWalletLink('tonkeeper-tc://?v=2')).toBe(false);
  });
});
