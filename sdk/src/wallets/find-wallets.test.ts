import { afterEach, expect, it, vi } from 'vitest';
import { findInjectedWallets, isInsideWalletBrowser, isWalletInjected } from './find-wallets.js';

afterEach(() => vi.unstubAllGlobals());

it('finds wallets on the page', () => {
  const getter = vi.fn();
  const foreignFrame = new Proxy(
    {},
    {
      get: () => {
        throw new DOMException('denied');
      },
    },
  );
  vi.stubGlobal('window', {
    alpha: { tonconnect: { isWalletBrowser: true } },
    beta: { tonconnect: {} },
    gamma: { tonconnect: null },
    delta: null,
    epsilon: { tonconnect: 'x' },
    foreignFrame,
    get deprecated() {
      return getter();
    },
  });
  expect(findInjectedWallets().map(([key]) => key)).toEqual(['alpha', 'beta']);
  expect(getter).not.toBeCalled();
  const keys = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'foreignFrame', 'absent'];
  expect(keys.filter(isWalletInjected)).toEqual(['alpha', 'beta']);
  expect(keys.filter(isInsideWalletBrowser)).toEqual(['alpha']);
});

it('finds none outside browsers', () => {
  expect(findInjectedWallets()).toEqual([]);
  expect(isWalletInjected('alpha')).toBe(false);
});
