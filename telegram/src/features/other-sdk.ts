import { head } from '../host/head.js';

/**
 * Whether another script on this page talks to the Telegram client as well: Telegram's own, or an SDK.
 * What can not be put back as it was (an app that has been expanded) is then the app's to decide.
 */
export const hasOtherSdk = (): boolean => head().hasOtherReceivers();
