import type { InjectedBridge } from '@prichal/dev-wallet/core';
import { expect, it, vi } from 'vitest';
import { keepInjected } from './inject';

/** A page whose first script reports whether it has the bridge. */
const PAGE = `<script>parent.postMessage({ bridge: !!window.prichalDev?.tonconnect }, '*');</script>`;

it('injects the bridge before the first script of each page that the frame loads', async () => {
  const seen: boolean[] = [];
  window.addEventListener('message', ({ data }) => {
    if (typeof data?.bridge === 'boolean') seen.push(data.bridge);
  });
  const dispose = vi.fn();
  const frame = document.createElement('iframe');
  frame.src = URL.createObjectURL(new Blob([PAGE], { type: 'text/html' }));
  document.body.append(frame);
  const eject = keepInjected(frame, () => ({ bridge: {} as InjectedBridge, dispose }));
  await expect.poll(() => seen).toEqual([true]);

  frame.contentWindow?.location.reload();
  await expect.poll(() => seen).toHaveLength(2);
  await expect.poll(() => 'prichalDev' in (frame.contentWindow ?? {})).toBe(true);
  expect(dispose).toHaveBeenCalledTimes(1);

  eject();
  frame.remove();
  expect(dispose).toHaveBeenCalledTimes(2);
});
