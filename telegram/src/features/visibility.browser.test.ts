import { expect, it, vi } from 'vitest';
import { freshPage } from '../testing/fresh-page.js';

it('combines document and host, and reports changes', async () => {
  const { telegram, receive } = await freshPage({
    query: 'tgWebAppVersion=8.0&tgWebAppPlatform=android',
    postEvent: vi.fn(),
  });
  const { visibility } = telegram;
  const changed = vi.fn();
  visibility.subscribe(changed);
  expect(visibility.get()).toBe(true);
  receive('visibility_changed', null);
  expect(changed).not.toHaveBeenCalled();
  receive('visibility_changed', { is_visible: false });
  expect(visibility.get()).toBe(false);
  receive('visibility_changed', { is_visible: true });
  expect(visibility.get()).toBe(true);
  expect(changed).toHaveBeenCalledTimes(2);
});
