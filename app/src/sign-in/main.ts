/*
 * Signs the visitor in with what Telegram says of him, without a word on the page. The server writes this
 * module's element into the page only where sign-in is configured, so nobody else loads a byte of it.
 */
import { Session } from '@prichal/session';
import { signInWithInitData } from '@prichal/telegram/session';

/** Who the visitor is; outside of Telegram nobody, until a wallet says so. */
export const session = new Session({ telegram: signInWithInitData });

/** After everything that the visitor looks at. */
const begin = (): void => void setTimeout(() => session.start());

if (document.readyState === 'complete') begin();
else addEventListener('load', begin, { once: true });
