/*
 * Signs the user in with Telegram's init data, without any UI. The server adds this module to the
 * page only if sign-in is configured, so that other deployments do not load it.
 */
import { Session } from '@prichal/session';
import { signInWithInitData } from '@prichal/telegram/session';

/** The user's session. Outside Telegram it is empty until a wallet signs in. */
export const session = new Session({ telegram: signInWithInitData });

/** Runs after the visible parts of the page have loaded. */
const begin = (): void => void setTimeout(() => session.start());

if (document.readyState === 'complete') begin();
else addEventListener('load', begin, { once: true });
