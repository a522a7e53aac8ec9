/*
 * What a widget needs as soon as something is asked of it, the sheet among it, as one chunk: several
 * would cost more requests and a tenth more bytes. The SDK is a chunk of its own behind
 * `openConnection`.
 */
export { disconnect } from '../actions/disconnect.js';
export { sendTransaction } from '../actions/send-transaction.js';
export { signData } from '../actions/sign-data.js';
export { openConnection } from '../connection/connection.js';
export { tellVersion } from '../events/answer-version.js';
export { AccountMenu } from '../ui/account-menu/AccountMenu.js';
export { mountWidget } from '../ui/mount-widget.js';
export { orderedWallets as getWallets, publicWallets } from '../wallets/list.js';
export { connectWallet } from './connect-wallet.js';
export { addExtras } from './extras.js';
export { closeModal, openModal, openSingleWalletModal, prepareSheet } from './modal.js';
