/*
 * What nobody needs before a wallet is connected: its menu, and requests with all that is shown of them.
 */

import '../theme/sheet-styles.js';

export { tellDisconnected } from '../actions/action-lifecycle.js';
export { sendTransaction, signData } from '../controller/requests.js';
export { AccountMenu } from '../ui/account-menu/AccountMenu.js';
export { RequestParts } from '../ui/action-modal/RequestParts.js';
export { UnsupportedAction } from '../ui/wallets-modal/UnsupportedAction.js';

// The styles of all that, as in lazy-chunk.ts.
import '../ui/account-menu/account-menu.module.css';
import '../ui/action-modal/action-modal.module.css';
import '../ui/toasts/toasts.module.css';
