import { head } from '../host/head.js';

/**
 * Returns whether another script of this page, Telegram's own or an SDK, also talks to the Telegram client.
 * If so, do not change what cannot be restored, such as the height of the app.
 */
export const hasOtherSdk = (): boolean => head().hasOtherReceivers();
