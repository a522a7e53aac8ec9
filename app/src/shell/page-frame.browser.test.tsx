import { useBackHandler } from '@prichal/telegram/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { appConfig, ConfigContext } from './config-context';
import { navigate } from './location';
import { PageFrame } from './page-frame';

vi.mock('@prichal/telegram/react', () => ({ useBackHandler: vi.fn() }));

const CONFIG = appConfig({ product: { name: 'Prichal', slug: 'prichal' } });
const address = location.href;

const openAt = (path: string) => {
  history.replaceState(null, '', path);
  return render(
    <ConfigContext value={CONFIG}>
      <PageFrame />
    </ConfigContext>,
  );
};

/** What the page last said of Telegram's Back: what a press does, and whether it is shown. */
const back = () => {
  const [press, isShown] = vi.mocked(useBackHandler).mock.lastCall ?? [];
  return { press, isShown };
};

beforeEach(() => vi.mocked(useBackHandler).mockClear());
afterEach(() => history.replaceState(null, '', address));

it.each([
  ['/', false],
  ['/wheel', true],
  ['/about', true],
  ['/buy-prichal', true],
])("Telegram's Back at %s is shown: %s", async (path, isShown) => {
  await openAt(path);
  await expect.poll(() => back().isShown).toBe(isShown);
});

it("Telegram's Back goes one step", async () => {
  const screen = await openAt('/wheel');
  navigate('/about');
  await expect.element(screen.getByRole('heading', { name: 'О нас' })).toBeVisible();
  back().press?.();
  await expect.element(screen.getByRole('heading', { name: 'Крутись, колесо' })).toBeVisible();
  expect(location.pathname).toBe('/wheel');
});
