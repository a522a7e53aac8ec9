import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorBoundary } from './error-boundary';
import { FallbackScreen } from './fallback-screen';

it('an old client, or a start that failed, has a screen with a sticker and the specified words', async () => {
  const screen = await render(<FallbackScreen />);
  const words = screen.getByRole('heading', {
    name: 'Oops - You are using too old Telegram client to run this application',
  });
  await expect.element(words).toBeVisible();
  expect(screen.container.querySelector('img')?.getAttribute('src')).toBe('/sticker.svg');
});

it('an unhandled error has a screen with its message and a way out', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('The wheel came off');
  };
  const screen = await render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  const alert = screen.getByRole('alert');
  await expect.element(alert).toHaveTextContent('An unhandled error occurred:The wheel came off');
  await expect.element(screen.getByRole('button', { name: 'Попробовать снова' })).toBeVisible();
  silence.mockRestore();
});
