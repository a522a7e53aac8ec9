/*
 * The chunk behind the first load: everything that a widget needs as soon as it is used, the sheet
 * included. Several chunks would cost more requests and a tenth more bytes. The SDK is a chunk of
 * its own behind `openConnection`.
 */
import '../theme/sheet-tokens.css';

export { disconnect } from '../actions/disconnect.js';
export { waitForWallet } from '../controller/connect-wallet.js';
export {
  closeModal,
  openModal,
  openSingleWalletModal,
  prepareSheet,
  putAway,
} from '../controller/modal.js';
export { openConnection } from '../controller/open-connection.js';
export { sendTransaction, signData } from '../controller/requests.js';
export { emitNothingToRestore } from '../events/connection-events.js';
export { emitVersion } from '../events/version-event.js';
export { AccountMenu } from '../ui/account-menu/AccountMenu.js';
export { keepButtonRoot } from '../ui/button-root.js';
export { mountWidget } from '../ui/mount-widget.js';
export { orderedWallets as getWallets, publicWallets } from '../wallets/list.js';
