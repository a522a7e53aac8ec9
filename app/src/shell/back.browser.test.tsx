import { pushBackHandler } from '@prichal/telegram';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { appConfig } from '../start/app-config';
import { installBack } from './back';
import { ConfigContext } from './config-context';
import { navigate } from './location';
import { PageFrame } from './page-frame';

const release = vi.fn();

vi.mock('@prichal/telegram', async (original) => ({
  ...(await original<typeof import('@prichal/telegram')>()),
  pushBackHandler: vi.fn(() => release),
}));

const CONFIG = appConfig({ product: { name: 'Prichal', slug: 'prichal' } });
const address = location.href;

const openAt = (path: string) => {
  history.replaceState(null, '', path);
  installBack(CONFIG.routes);
  return render(
    <ConfigContext value={CONFIG}>
      <PageFrame />
    </ConfigContext>,
  );
};

beforeEach(() => {
  vi.mocked(pushBackHandler).mockClear();
  release.mockClear();
});
afterEach(() => {
  navigate('/', { replace: true });
  history.replaceState(null, '', address);
});

it.each([
  ['/', false],
  ['/wheel', true],
  ['/about', true],
  ['/buy-prichal', true],
])("shows Telegram's Back at %s: %s", async (path, isShown) => {
  await openAt(path);
  expect(vi.mocked(pushBackHandler).mock.calls.length > 0).toBe(isShown);
});

it("goes one step back on Telegram's Back", async () => {
  const screen = await openAt('/wheel');
  navigate('/about');
  await expect.element(screen.getByRole('heading', { name: 'О нас' })).toBeVisible();
  vi.mocked(pushBackHandler).mock.lastCall?.[0]();
  await expect.element(screen.getByRole('heading', { name: 'Крутись, колесо' })).toBeVisible();
  expect(location.pathname).toBe('/wheel');
  expect(release).not.toHaveBeenCalled();
  navigate('/');
  expect(release).toHaveBeenCalled();
});
