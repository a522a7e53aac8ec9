import { loadConnectedChunk, prepareRequests } from '../connected-chunk.js';
import { reportError } from '../device/report-error.js';
import type { TonConnectError } from '../errors/base-errors.js';
import type { ConnectionContext, Internals, StatusListener, WidgetView } from '../internals.js';
import { running } from '../lifecycle.js';
import { clearActions, closeModal, reopenForWallet } from '../modal.js';
import type { ConnectedWallet, CurrentWallet } from '../wallets/wallet-info.js';
import { openConnection as open } from './connection.js';
import type { Connection, Sdk } from './connector.js';
import { connectorKey } from './shared-connector.js';

/**
 * Opens a widget's connection. Its events update the sheet, the app's callbacks and the other widgets
 * of the page.
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

async function sayGone(internals: WidgetView, wallet: CurrentWallet): Promise<void> {
  try {
    const { tellDisconnected } = await loadConnectedChunk(internals);
    // Not if another wallet is connected already.
    if (!internals.store.get().wallet) tellDisconnected(internals, wallet);
  } catch (error) {
    reportError(error);
  }
}

/** Loads the connection of the app's other widgets, so that they show the wallet too. */
function loadOtherWidgets(internals: ConnectionContext): void {
  for (const other of running.keys()) {
    if (connectorKey(other) === connectorKey(internals)) other.connection.load().catch(reportError);
  }
}

type Listening = Pick<Internals, 'listeners'>;

/** Calls every listener. An error of a listener is reported and does not stop the others. */
function each({ listeners }: Listening, call: (listener: StatusListener) => void): void {
  for (const listener of [...listeners]) {
    try {
      call(listener);
    } catch (error) {
      reportError(error);
    }
  }
}

/** The callback's type includes the list's details, as in the peer. An unlisted wallet has none. */
export const notifyStatus = (internals: Listening, wallet: CurrentWallet | null): void =>
  each(internals, (listener) => listener.status(wallet as ConnectedWallet | null));

export const notifyError = (internals: Listening, error: TonConnectError): void =>
  each(internals, (listener) => listener.error?.(error));
