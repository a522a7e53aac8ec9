/**
 * Who a visitor is, proven to the server: `useSession()`, and the class behind it.
 */
export {
  type InitDataOptions,
  type SessionInfo,
  type SessionUser,
  type SignedIn,
  SignInError,
  type TelegramIdentity,
  type WalletIdentity,
} from '@prichal/telegram/session';
export { Session } from './session.js';
export type * from './types.js';
export { type UseSessionResult, useSession } from './use-session.js';
