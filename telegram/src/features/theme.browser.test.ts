import { expect, it, vi } from 'vitest';
import { freshPage } from '../testing/fresh-page.js';

async function client(version: string, colors: object) {
  const postEvent = vi.fn<(type: string, json: string) => void>();
  const params = encodeURIComponent(JSON.stringify(colors));
  const query = `tgWebAppVersion=${version}&tgWebAppThemeParams=${params}`;
  const { telegram, receive } = await freshPage({ query, postEvent });
  return { ...telegram, postEvent, receive };
}

it("is the launch's, then follows the client, also if it sends numbers", async () => {
  const { theme, receive } = await client('9.0', { bg_color: '#ffffff' });
  expect(theme.get()).toEqual({ params: { bg_color: '#ffffff' }, isDark: false });
  const changed = vi.fn();
  theme.subscribe(changed);
  receive('theme_changed', { theme_params: { bg_color: 0xff17212b } });
  expect(theme.get()).toEqual({ params: { bg_color: '#17212b' }, isDark: true });
  expect(changed).toHaveBeenCalledTimes(1);
});

it('does not change if the client repeats it in another order', async () => {
  const { theme, receive } = await client('9.0', { bg_color: '#ffffff', text_color: '#000' });
  const changed = vi.fn();
  theme.subscribe(changed);
  receive('theme_changed', { theme_params: { text_color: '#000000', bg_color: '#FFFFFF' } });
  expect(changed).not.toHaveBeenCalled();
});

it('is kept, so that a reload starts with its colours', async () => {
  const { theme, receive, launchHash } = await client('9.0', { bg_color: '#ffffff' });
  theme.get();
  receive('theme_changed', { theme_params: { bg_color: '#17212b' } });
  const carried = new URLSearchParams(launchHash().slice(1));
  expect(carried.get('tgWebAppVersion')).toBe('9.0');
  expect(JSON.parse(carried.get('tgWebAppThemeParams') ?? '')).toEqual({ bg_color: '#17212b' });
});

it.each([null, undefined, {}, { theme_params: {} }])('ignores the change %o', async (data) => {
  const { theme, receive } = await client('9.0', { bg_color: '#ffffff' });
  theme.get();
  receive('theme_changed', data);
  expect(theme.get().params).toEqual({ bg_color: '#ffffff' });
});

it('is set on an element as variables, scheme and data attribute', async () => {
  const palette = { bg_color: '#17212b', text_color: '#fff' };
  const { bindTheme, bindSafeArea, receive } = await client('9.0', palette);
  const root = document.createElement('div');
  const stop = bindTheme(root);
  bindSafeArea(root);
  expect(root.style.getPropertyValue('--tg-theme-bg-color')).toBe('#17212b');
  expect(root.style.getPropertyValue('--tg-theme-text-color')).toBe('#ffffff');
  expect(root.style.colorScheme).toBe('dark');
  expect(root.dataset.theme).toBe('dark');
  receive('safe_area_changed', { top: 47, bottom: 34, left: 0, right: 0 });
  expect(root.style.getPropertyValue('--tg-safe-area-inset-top')).toBe('47px');
  // The other part has not been sent: a page may use its fallback until then.
  expect(root.style.getPropertyValue('--tg-content-safe-area-inset-top')).toBe('');
  receive('content_safe_area_changed', { top: 46 });
  expect(root.style.getPropertyValue('--tg-content-safe-area-inset-top')).toBe('46px');
  stop();
  receive('theme_changed', { theme_params: { bg_color: '#ffffff' } });
  expect(root.dataset.theme).toBe('dark');
});

it("keeps the client's heights on an element, until it is stopped", async () => {
  const { bindViewport, postEvent, receive } = await client('9.0', {});
  const root = document.createElement('div');
  const stop = bindViewport(root);
  const heights = () =>
    ['height', 'stable-height'].map((name) => root.style.getPropertyValue(`--tg-viewport-${name}`));
  expect(heights()).toEqual(['', '']);
  receive('viewport_changed', { height: 640 });
  expect(heights()).toEqual(['640px', '640px']);
  receive('viewport_changed', { height: 500, is_state_stable: false });
  receive('viewport_changed', { height: 5 });
  receive('viewport_changed', null);
  expect(heights()).toEqual(['500px', '640px']);
  stop();
  postEvent.mockClear();
  receive('viewport_changed', { height: 700 });
  receive('fullscreen_changed', { is_fullscreen: true });
  expect(heights()).toEqual(['500px', '640px']);
  expect(postEvent).not.toHaveBeenCalled();
});

it('adds up the two safe areas', async () => {
  const { safeArea, insetSum, receive } = await client('8.0', {});
  safeArea.get();
  receive('safe_area_changed', { top: 47 });
  receive('content_safe_area_changed', { top: 46 });
  expect(insetSum(safeArea.get()).top).toBe(93);
});

it('requests the safe areas again when the app becomes fullscreen', async () => {
  const { safeArea, postEvent, receive } = await client('8.0', {});
  safeArea.get();
  postEvent.mockClear();
  receive('fullscreen_changed', { is_fullscreen: true });
  expect(postEvent.mock.calls.map(([type]) => type)).toEqual([
    'web_app_request_safe_area',
    'web_app_request_content_safe_area',
  ]);
});

const BARS = [
  'web_app_set_header_color',
  'web_app_set_background_color',
  'web_app_set_bottom_bar_color',
];

it.each([
  ['6.0', []],
  ['6.8', BARS.slice(1, 2)],
  ['7.9', BARS.slice(0, 2)],
  ['7.10', BARS],
])('paints the bars that a client of version %s has', async (version, expected) => {
  const { setBarColors, postEvent } = await client(version, {});
  setBarColors({ header: '#fff', background: '#eee', bottom_bar: '#ddd' });
  expect(postEvent.mock.calls.map(([type]) => type)).toEqual(expected);
});
