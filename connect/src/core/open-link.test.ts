import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWalletLink } from './open-link.js';

vi.mock('@prichal/telegram', () => ({ isTelegram: () => false }));
vi.mock('./device/press-guard.js', () => ({ guardPresses: () => undefined }));

const DESKTOP = 'X11; Linux x86_64 Chrome/140 Safari/537';
const IPHONE_CHROME = 'iPhone AppleWebKit/605 CriOS/140 Safari/604';
const WEB = 'https://alpha.example/connect';

const open = vi.fn();
const assign = vi.fn();

/** Puts the page of this test into a browser, as the top page or in a frame. */
function browse(where: 'top' | 'frame', userAgent: string): void {
  const window = { open, location: { assign }, parent: {} };
  if (where === 'top') window.parent = window;
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { userAgent });
}

beforeEach(() => {
  open.mockReset().mockReturnValue({});
  assign.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['top', DESKTOP, 'tonkeeper-tc://?v=2', 'assign'],
  ['top', DESKTOP, 'tc://?v=2', 'assign'],
  ['top', DESKTOP, WEB, 'open'],
  ['top', IPHONE_CHROME, WEB, 'assign'],
  ['frame', DESKTOP, 'tonkeeper-tc://?v=2', 'open'],
  ['frame', DESKTOP, 'tc://?v=2', 'open'],
  ['frame', DESKTOP, 'tg://resolve?domain=wallet', 'open'],
  ['frame', DESKTOP, WEB, 'open'],
  ['frame', IPHONE_CHROME, WEB, 'open'],
] as const)('in a %s, %s', (where, userAgent, link, how) => {
  it(`opens ${link} by ${how}`, () => {
    browse(where, userAgent);
    expect(openWalletLink(link)).toBe(true);
    expect(open.mock.calls).toEqual(how === 'open' ? [[link, '_blank']] : []);
    expect(assign.mock.calls).toEqual(how === 'assign' ? [[link]] : []);
  });
});

it('reports a tab that the browser blocked', () => {
  browse('frame', DESKTOP);
  open.mockReturnValue(null);
  expect(openWalletLink('tonkeeper-tc://?v=2')).toBe(false);
});
