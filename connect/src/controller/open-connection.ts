import { clearActions } from '../actions/shown-action.js';
import { openConnection as open } from '../connection/connection.js';
import { connectorKey } from '../connection/shared-connector.js';
import { reportError } from '../device/report-error.js';
import type { Connection, Sdk } from '../types/connection.js';
import type { Internals } from '../types/internals.js';
import type { CurrentWallet } from '../types/wallets.js';
import { loadConnectedChunk, prepareRequests } from './connected-chunk.js';
import { running } from './lifecycle.js';
import { closeModal, reopenForWallet } from './modal.js';
import { notifyError, notifyStatus } from './status-listeners.js';

/**
 * Opens a widget's connection. What it tells goes to the sheet, the host's callbacks and the page's
 * other widgets.
 */
export function openConnection(internals: Internals, sdk: Sdk | undefined): Connection {
  const { store } = internals;
  const tellHost = (): void => notifyStatus(internals, store.get().wallet);
  return open(internals, sdk, {
    onConnected() {
      closeModal(internals, 'wallet-selected');
      tellHost();
      prepareRequests(internals);
      loadOtherWidgets(internals);
    },
    onWalletDetails: tellHost,
    onGone(wallet) {
      clearActions(store);
      if (wallet) void sayGone(internals, wallet);
      tellHost();
    },
    onError: (error) => notifyError(internals, error),
    onPageNeeded: () => closeModal(internals, 'wallet-selected'),
    onFailedWithoutSheet: (wallet) => reopenForWallet(store, wallet),
  });
}

async function sayGone(internals: Internals, wallet: CurrentWallet): Promise<void> {
  try {
    const { tellDisconnected } = await loadConnectedChunk(internals);
    // Not while another is connected already.
    if (!internals.store.get().wallet) tellDisconnected(internals, wallet);
  } catch (error) {
    reportError(error);
  }
}

/** Widgets of the same app that have not needed their connection yet show the wallet too. */
function loadOtherWidgets(internals: Internals): void {
  for (const other of running.keys()) {
    if (connectorKey(other) === connectorKey(internals)) other.connection.load().catch(reportError);
  }
}
