import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { usePresence } from './presence.js';

afterEach(() => vi.restoreAllMocks());

/** A fade that is longer than any wait of a test, next to an endless animation, which must not be awaited. */
function Part({ open }: { open: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  const presence = usePresence(open, ref);
  return (
    <>
      <output>{presence}</output>
      {presence !== 'closed' && (
        <div ref={ref}>
          <span className={presence} />
        </div>
      )}
    </>
  );
}

it('stays until its exit ends, despite endless animations next to it', async () => {
  const screen = await render(<Part open />);
  const endless = screen.container.querySelector('span');
  endless?.animate({ opacity: [0, 1] }, { duration: 50, iterations: Number.POSITIVE_INFINITY });
  const exit = screen.container.querySelector('div')?.animate({ opacity: [1, 0] }, 60_000);
  await screen.rerender(<Part open={false} />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('closing');
  exit?.finish();
  await expect.element(screen.getByRole('status')).toHaveTextContent('closed');
});

it('is removed at once without animation support, and logs that', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { prototype } = Element;
  const known = Object.getOwnPropertyDescriptor(prototype, 'getAnimations');
  Reflect.deleteProperty(prototype, 'getAnimations');
  try {
    const screen = await render(<Part open />);
    await screen.rerender(<Part open={false} />);
    await expect.element(screen.getByRole('status')).toHaveTextContent('closed');
  } finally {
    if (known) Object.defineProperty(prototype, 'getAnimations', known);
  }
  expect(warn).toHaveBeenCalledWith('Animation is not supported in this environment');
});
