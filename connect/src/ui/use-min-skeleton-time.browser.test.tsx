import { StrictMode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useMinSkeletonTime } from './use-min-skeleton-time.js';

const Shown = ({ ready }: { ready: boolean }) => (
  <output>{String(useMinSkeletonTime(ready))}</output>
);
const shown = (): string | null | undefined => document.querySelector('output')?.textContent;

/** Becomes ready after `after` ms. */
async function waitFor(after: number) {
  const tree = (ready: boolean) => (
    <StrictMode>
      <Shown ready={ready} />
    </StrictMode>
  );
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const screen = await render(tree(false));
  expect(shown()).toBe('false');
  now += after;
  await screen.rerender(tree(true));
}
const pass = (ms: number): void => {
  vi.advanceTimersByTime(ms);
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('shows content at once if its skeleton was not visible yet', async () => {
  await waitFor(149);
  expect(shown()).toBe('true');
});

it('keeps a visible skeleton for 300 ms', async () => {
  await waitFor(160);
  expect(shown()).toBe('false');
  pass(289);
  await Promise.resolve();
  expect(shown()).toBe('false');
  pass(1);
  vi.useRealTimers();
  await expect.poll(shown).toBe('true');
});

it('shows later content at once', async () => {
  await waitFor(1000);
  expect(shown()).toBe('true');
});
