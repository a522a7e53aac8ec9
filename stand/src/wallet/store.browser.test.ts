import { newState } from '@prichal/dev-wallet/core';
import { afterEach, expect, it } from 'vitest';
import { openStore } from './store';

afterEach(() => localStorage.clear());

it('is one wallet for all pages of an origin, with exclusive changes', async () => {
  const [one, other] = await Promise.all([
    openStore(() => newState('11'.repeat(32))),
    openStore(() => newState('22'.repeat(32))),
  ]);
  expect(one.get().seed).toBe(other.get().seed);

  const count = (store: typeof one) =>
    store.change((state) => ({ ...state, seqnos: { a: (state.seqnos.a ?? 0) + 1 } }));
  await Promise.all(Array.from({ length: 20 }, (_, turn) => count(turn % 2 ? one : other)));
  await expect.poll(() => [one.get().seqnos.a, other.get().seqnos.a]).toEqual([20, 20]);
  one.close();
  other.close();
});
