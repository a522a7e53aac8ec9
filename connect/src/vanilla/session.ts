/**
 * `Session` for pages without React, beside the widget or without it:
 *
 * ```js
 * import { TonConnectUI } from '@prichal/connect/vanilla';
 * import { Session } from '@prichal/connect/vanilla/session';
 *
 * const session = new Session();
 * session.start(new TonConnectUI({ manifestUrl, buttonRootId: 'connect' }));
 * session.subscribe(() => console.log(session.getState()));
 * ```
 */
export {
  type InitDataOptions,
  type SessionInfo,
  type SessionUser,
  type SignedIn,
  SignInError,
  signInWithInitData,
  type TelegramIdentity,
  type WalletIdentity,
} from '@prichal/telegram/session';
export { Session } from '../session/session.js';
export type * from '../session/types.js';
