/** The session of a user at a Prichal server, without React. */
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
export { Session } from './session.js';
export type * from './types.js';
