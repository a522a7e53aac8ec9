import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorBoundary } from './error-boundary';
import { FallbackScreen } from './fallback-screen';

it('shows a sticker and the specified text for an old client or a failed start', async () => {
  const screen = await render(<FallbackScreen />);
  const words = screen.getByRole('heading', {
    name: 'Oops - You are using too old Telegram client to run this application',
  });
  await expect.element(words).toBeVisible();
  expect(screen.container.querySelector('img')?.getAttribute('src')).toBe('/sticker.svg');
});

it('shows the message of an unhandled error and a way to reload', async () => {
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
