/* The chunk for a connected wallet: the account menu, requests, their dialogs and notices. */

import '../ui/theme/sheet-styles.js';

export { tellDisconnected } from '../core/requests/action-lifecycle.js';
export { sendTransaction, signData } from '../core/requests/requests.js';
export { AccountMenu } from '../ui/account-menu/AccountMenu.js';
export { RequestParts } from '../ui/request/RequestParts.js';
export { UnsupportedAction } from '../ui/wallets/UnsupportedAction.js';

// The styles of these parts, as in lazy-chunk.ts.
import '../ui/account-menu/account-menu.module.css';
import '../ui/request/action-modal.module.css';
import '../ui/request/toasts.module.css';
