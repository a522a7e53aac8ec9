import { describe, expect, it, vi } from 'vitest';
import { freshPage, settled } from '../testing/fresh-page.js';

async function client() {
  const postEvent = vi.fn<(type: string, json: string) => void>();
  const { telegram, window } = await freshPage({ query: 'tgWebAppVersion=9.1', postEvent });
  return { ...telegram, postEvent, window };
}

describe('a veil over the bars', () => {
  const DIM = 'rgba(0, 0, 0, 0.5)';
  const told = (postEvent: { mock: { calls: unknown[][] } }) =>
    postEvent.mock.calls
      .filter(([type]) => type !== 'web_app_set_background_color')
      .map(([type, json]) => `${type} ${json}`);
  const painted = (header: string, bottom: string) => [
    `web_app_set_header_color {"color":"${header}"}`,
    `web_app_set_bottom_bar_color {"color":"${bottom}"}`,
  ];

  it("darkens them, and then restores the app's current colours", async () => {
    const { setBarColors, veilBars, postEvent } = await client();
    setBarColors({ header: '#fff', background: '#eee', bottom_bar: '#804020' });
    postEvent.mockClear();
    const lift = veilBars(DIM);
    await settled();
    expect(told(postEvent)).toEqual(painted('#808080', '#402010'));

    // The app changes a colour meanwhile, as for a new theme.
    postEvent.mockClear();
    setBarColors({ header: '#202020', background: '#eee', bottom_bar: '#404040' });
    expect(told(postEvent)).toEqual(painted('#101010', '#202020'));

    postEvent.mockClear();
    lift();
    lift();
    await settled();
    expect(new Set(told(postEvent))).toEqual(new Set(painted('#202020', '#404040')));
  });

  it('does not flicker between two sheets', async () => {
    const { setBarColors, veilBars, postEvent } = await client();
    setBarColors({ header: '#fff', background: '#eee', bottom_bar: '#fff' });
    const lift = veilBars(DIM);
    await settled();
    postEvent.mockClear();
    lift();
    const last = veilBars('rgb(1, 2, 3)');
    await settled();
    expect(new Set(told(postEvent))).toEqual(new Set(painted('#010203', '#010203')));
    last();
  });

  it('does not change colours that it cannot restore or read', async () => {
    const { setBarColors, veilBars, postEvent } = await client();
    veilBars(DIM)();
    await settled();
    setBarColors({ header: '#fff', background: '#eee', bottom_bar: '#ddd' });
    postEvent.mockClear();
    veilBars('color(srgb 0 0 0 / 0.5)');
    await settled();
    expect(postEvent).not.toHaveBeenCalled();
  });

  it('leaves the bars to another SDK', async () => {
    const { setBarColors, veilBars, postEvent, window } = await client();
    setBarColors({ header: '#fff', background: '#eee', bottom_bar: '#ddd' });
    postEvent.mockClear();
    Object.assign(window.Telegram?.WebView ?? {}, { receiveEvent: () => undefined });
    veilBars(DIM);
    await settled();
    expect(postEvent).not.toHaveBeenCalled();
  });
});
