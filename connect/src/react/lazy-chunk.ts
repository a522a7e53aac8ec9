/*
 * The chunk after the first load: everything that a widget needs until a wallet is connected, including the
 * sheet. Loaded later: the code for a connected wallet, the drawing of codes, and the SDK, which is passed to
 * `openConnection`.
 */

import '../ui/theme/sheet-styles.js';
import type { ConnectedChunk } from '../core/internals.js';
import { connectedChunk } from './load-connected-chunk.js';

export { disconnect } from '../core/connection/disconnect.js';
export { openConnection } from '../core/connection/open-connection.js';
export { emitNothingToRestore } from '../core/events/connection-events.js';
export { emitVersion } from '../core/events/emit.js';
export {
  closeModal,
  openModal,
  openSingleWalletModal,
  prepareSheet,
  putAway,
  waitForWallet,
} from '../core/modal.js';
export { orderedWallets as getWallets, publicWallets } from '../core/wallets/list.js';
export { LateAccountMenu as AccountMenu } from '../ui/account-menu/LateAccountMenu.js';
export { keepButtonRoot } from '../ui/button-root.js';
export { mountWidget } from '../ui/Widget.js';
export { connectedChunk };

export const sendTransaction: ConnectedChunk['sendTransaction'] = async (...request) =>
  (await connectedChunk.load()).sendTransaction(...request);

export const signData: ConnectedChunk['signData'] = async (...request) =>
  (await connectedChunk.load()).signData(...request);

/*
 * The styles of these parts, in the order of the cascade. In the published package they are loaded from here,
 * not with each component (connect/vite/style-modules.ts): side by side, after the code, they compress to 0.6
 * kB less.
 */
import '../ui/theme/sheet-tokens.css';
import '../ui/controls/controls.module.css';
import '../ui/sheet/sheet.module.css';
import '../ui/wallet-tile/wallet-tile.module.css';
import '../ui/wallets/wallets-modal.module.css';
import '../ui/qr/qr.module.css';
