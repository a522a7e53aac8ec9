import { isTelegram } from '@prichal/telegram';
import type { OptionalTraceable } from '@tonconnect/sdk';
import { embeddedKey } from '../connection/injected.js';
import { afterPaint } from '../device/after-paint.js';
import { tellCancelled, tellOpened, tellSelected } from '../events/connection-events.js';
import { isChoosing } from '../store/is-choosing.js';
import { listWallets, orderedWallets } from '../wallets/list.js';
import { findWallet, TELEGRAM_WALLET } from '../wallets/wallet-info.js';
import { connectEmbedded } from './connect-embedded.js';
import type { Core } from './core.js';
import { TonConnectUIError } from './errors.js';
import type { WalletsModalCloseReason } from './public-types.js';
import { UUIDv7 } from './uuid.js';

/*
 * The wallets sheet and the single-wallet sheet are one sheet with two ways in. At most one is open.
 */

const OPENED = { status: 'opened', closeReason: null } as const;

/** Opens the sheet once its chunk is here. Resolves when the state says opened. */
export async function openModal(
  core: Core,
  { traceId = UUIDv7() }: OptionalTraceable = {},
): Promise<void> {
  const { store } = core;
  if (store.get().wallet) return;
  const key = embeddedKey();
  if (key !== null) return connectEmbedded(core, key, traceId);
  await prepareSheet(core, true);
  if (store.get().wallet || core.stopped) return;
  store.set({ attempt: null, modal: { ...OPENED, traceId } });
  tellOpened(core, traceId);
}

/** @throws TonConnectUIError when the list has no wallet of that name or app name. */
export async function openSingleWalletModal(core: Core, name: string): Promise<void> {
  const walletInfo = findWallet(await orderedWallets(core), name);
  if (!walletInfo) {
    const cause =
      name === TELEGRAM_WALLET
        ? new TonConnectUIError('@wallet bot not found in the wallets list')
        : undefined;
    throw new TonConnectUIError(`Trying to open modal window with unknown wallet "${name}".`, {
      code: 'UNKNOWN_WALLET',
      cause,
    });
  }
  await prepareSheet(core, true);
  if (core.store.get().wallet || core.stopped) return;
  core.store.set({ attempt: null, singleWalletModal: { ...OPENED, walletInfo } });
  tellOpened(core, UUIDv7());
  tellSelected(core, walletInfo, 'explicit_wallet');
}

/**
 * The list is started, the sheet awaited; the SDK, which is slow to start, lets both go first: the
 * sheet's own frame when somebody has `pressed`, all that the page has to do when not.
 */
export async function prepareSheet(core: Core, pressed = false): Promise<void> {
  if (core.stopped) return;
  void listWallets(core).catch(() => undefined);
  await core.widget.load();
  afterPaint(() => {
    if (core.stopped) return;
    core.connection.load().then(
      // Asked at each opening: an app may set it up at any time. Telegram's wallets need none of it.
      ({ sdk }) =>
        core.store.set({ walletConnect: !isTelegram() && sdk?.isWalletConnectInitialized() }),
      () => undefined,
    );
  }, pressed);
}

export function closeModal(core: Core, reason: WalletsModalCloseReason): void {
  const { store, connection } = core;
  const closed = { status: 'closed', closeReason: reason } as const;
  const { modal, singleWalletModal, wallet } = store.get();
  const opened = isChoosing(store.get());
  // Closed for a wallet that has not answered: that can be given up as well.
  const awaits = modal.closeReason === 'wallet-selected' && !wallet;
  if (modal.status === 'opened' || awaits) store.set({ modal: closed });
  if (singleWalletModal.status === 'opened') store.set({ singleWalletModal: closed });
  if (reason !== 'action-cancelled') return;
  if (opened && !('type' in modal)) tellCancelled(core, modal.traceId);
  connection.current?.attempts.cancel();
}
