import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Head, HeadWindow } from '../host/head.js';
import { useBackHandler, useSafeArea, useTheme, useViewport, useVisibility } from './index.js';

type Handler = (data: unknown) => void;

let say: (type: string, data?: unknown) => void;
let told: unknown[];

/** The page's head as an inline script creates it, in a client that the test controls. */
beforeEach(() => {
  const handlers = new Map<string, Set<Handler>>();
  const takers: Head['takers'] = new Map();
  const themes = new Set<() => void>();
  let theme = { params: {}, isDark: false };
  told = [];
  say = (type, data) => {
    const taker = takers.get(type);
    for (const handler of taker ? [taker] : (handlers.get(type) ?? [])) handler(data);
    if (type !== 'theme') return;
    theme = { params: {}, isDark: true };
    for (const listener of themes) listener();
  };
  const head: Head = {
    kind: 'webview',
    launch: null,
    on(type, handler) {
      handlers.set(type, (handlers.get(type) ?? new Set()).add(handler));
      return () => undefined;
    },
    takers,
    ours: new Set(),
    receivers: () => [],
    hasOtherReceivers: () => false,
    toldByOthers: () => null,
    tell(type, _since, data) {
      if (type === 'web_app_setup_back_button') told.push(data);
      return true;
    },
    theme: {
      get: () => theme,
      subscribe(listener) {
        themes.add(listener);
        return () => themes.delete(listener);
      },
    },
  };
  (window as HeadWindow).prichal = head;
});

it("return the client's values live", async () => {
  function Values() {
    const [{ isDark }, { height }, { top }] = [useTheme(), useViewport(), useSafeArea()];
    return <output>{`${isDark} ${height} ${top} ${useVisibility()}`}</output>;
  }
  const screen = await render(<Values />);
  const output = screen.getByRole('status');
  await expect.element(output).toHaveTextContent(`false ${window.innerHeight} 0 true`);
  say('theme');
  say('viewport_changed', { height: 480 });
  say('safe_area_changed', { top: 47 });
  say('content_safe_area_changed', { top: 46 });
  say('visibility_changed', { is_visible: false });
  await expect.element(output).toHaveTextContent('true 480 93 false');
});

it('handle Back while they are mounted and active, with the current handler', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  function Page({ onBack, active }: { onBack: () => void; active: boolean }) {
    useBackHandler(onBack, active);
    return null;
  }
  const screen = await render(<Page onBack={first} active />);
  await expect.poll(() => told).toEqual([{ is_visible: true }]);
  await screen.rerender(<Page onBack={second} active />);
  say('back_button_pressed', null);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  await screen.rerender(<Page onBack={second} active={false} />);
  await expect.poll(() => told.at(-1)).toEqual({ is_visible: false });
  say('back_button_pressed', null);
  expect(second).toHaveBeenCalledTimes(1);
  await screen.rerender(<Page onBack={second} active />);
  await expect.poll(() => told.at(-1)).toEqual({ is_visible: true });
  await screen.unmount();
  await expect.poll(() => told.at(-1)).toEqual({ is_visible: false });
});
