import type { Internals, LazyChunk } from '../types/internals.js';
import { withLoadStatus } from './load-status.js';

/* What opens the sheet, for the first load: it waits for the chunk, and the state says how far it is. */

type Opening = 'openModal' | 'openSingleWalletModal';

/** Not when the sheet was closed, or the widget taken down, before its code was here. */
const open =
  <How extends Opening>(how: How) =>
  (internals: Internals, what?: Parameters<LazyChunk[How]>[1]): Promise<void> => {
    const { signal } = internals.opening;
    return withLoadStatus(
      internals,
      async () => {
        const chunk = await internals.lazyChunk.load();
        if (!signal.aborted) await chunk[how](internals, what as never);
      },
      internals.widget.current,
    );
  };

export const openModal: LazyChunk['openModal'] = open('openModal');
export const openSingleWalletModal: LazyChunk['openSingleWalletModal'] =
  open('openSingleWalletModal');

/**
 * What a press on a connect button does: opens the sheet, or, while nobody knows whether a wallet is
 * connected because the code for it was lost, asks for that again.
 */
export async function pressConnect(internals: Internals): Promise<void> {
  if (!internals.store.get().restoring) return openModal(internals);
  await withLoadStatus(internals, internals.connection.load);
}
