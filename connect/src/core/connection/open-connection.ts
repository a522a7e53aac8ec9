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

async function sayGone(internals: WidgetView, wallet: CurrentWallet): Promise<void> {
  try {
    const { tellDisconnected } = await loadConnectedChunk(internals);
    // Not while another is connected already.
    if (!internals.store.get().wallet) tellDisconnected(internals, wallet);
  } catch (error) {
    reportError(error);
  }
}

/** Widgets of the same app that have not needed their connection yet show the wallet too. */
function loadOtherWidgets(internals: ConnectionContext): void {
  for (const other of running.keys()) {
    if (connectorKey(other) === connectorKey(internals)) other.connection.load().catch(reportError);
  }
}

type Listening = Pick<Internals, 'listeners'>;

/** Calls every listener; an error of one is reported and does not stop the others. */
function each({ listeners }: Listening, call: (listener: StatusListener) => void): void {
  for (const listener of [...listeners]) {
    try {
      call(listener);
    } catch (error) {
      reportError(error);
    }
  }
}

/** As the peer's, the callback is promised the list's details; an unlisted wallet has none. */
export const notifyStatus = (internals: Listening, wallet: CurrentWallet | null): void =>
  each(internals, (listener) => listener.status(wallet as ConnectedWallet | null));

export const notifyError = (internals: Listening, error: TonConnectError): void =>
  each(internals, (listener) => listener.error?.(error));
