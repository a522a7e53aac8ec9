import type { OptionalTraceable } from '@tonconnect/sdk';
import type { Internals, LazyChunk } from '../types/internals.js';
import { withLoadStatus } from './load-status.js';

/* What opens the sheet, for the first load: it waits for the chunk, and the state says how far it is. */

/** Not when the sheet was closed, or the widget taken down, before its code was here. */
function open(internals: Internals, by: (chunk: LazyChunk) => Promise<void>): Promise<void> {
  const { signal } = internals.opening;
  return withLoadStatus(internals, async () => {
    const chunk = await internals.lazyChunk.load();
    if (!signal.aborted) await by(chunk);
  });
}

export const openModal = (internals: Internals, options?: OptionalTraceable): Promise<void> =>
  open(internals, (chunk) => chunk.openModal(internals, options));

export const openSingleWalletModal = (internals: Internals, wallet: string): Promise<void> =>
  open(internals, (chunk) => chunk.openSingleWalletModal(internals, wallet));

/**
 * What a press on a connect button does: opens the sheet, or, while nobody knows whether a wallet is
 * connected because the code for it was lost, asks for that again.
 */
export async function pressConnect(internals: Internals): Promise<void> {
  if (!internals.store.get().restoring) return openModal(internals);
  await withLoadStatus(internals, internals.connection.load);
}
