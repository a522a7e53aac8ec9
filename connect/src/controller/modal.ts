import { embeddedKey } from '../connection/injected.js';
import type { Core } from './core.js';
import { live } from './load-live.js';
import type { WalletsModalCloseReason } from './public-types.js';

/*
 * The wallets sheet and the single-wallet sheet are one sheet with two ways in. At most one is open.
 */

/** Opens the sheet once its chunk is here. Resolves when the state says opened. */
export async function openModal(core: Core): Promise<void> {
  const { store } = core;
  if (store.get().wallet) return;
  const key = embeddedKey();
  if (key !== null) return (await live()).connectEmbedded(core, key);
  await prepareSheet(core);
  if (store.get().wallet) return;
  store.set({ attempt: null, modal: { status: 'opened', closeReason: null } });
}

/** Starts loading what a press on the button will need; what it loads comes from our own origin. */
export function preload(core: Core): void {
  void prepareSheet(core).catch(() => undefined);
}

/** The sheet is awaited; the SDK and the list are only started. */
export async function prepareSheet(core: Core): Promise<void> {
  void core.connection.load().catch(() => undefined);
  void live()
    .then(({ listWallets }) => listWallets(core))
    .catch(() => undefined);
  await core.widget.load();
}

export function closeModal(core: Core, reason: WalletsModalCloseReason): void {
  const { store, connection } = core;
  const closed = { status: 'closed', closeReason: reason } as const;
  const { modal, singleWalletModal } = store.get();
  if (modal.status === 'opened') store.set({ modal: closed });
  if (singleWalletModal.status === 'opened') store.set({ singleWalletModal: closed });
  if (reason === 'action-cancelled') connection.current?.attempts.cancel();
}
