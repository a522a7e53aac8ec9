/** Sign-in at the server with Telegram's init data. */

export type {
  SessionInfo,
  SessionUser,
  SignedIn,
  TelegramIdentity,
  WalletIdentity,
} from './answer.js';
export { ask, type Send } from './ask.js';
export { type InitDataOptions, signInWithInitData } from './init-data.js';
export { SignInError, type SignInFailure } from './sign-in-error.js';
