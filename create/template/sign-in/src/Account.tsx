import { Session } from '@prichal/session';
import { useSession } from '@prichal/session/react';
import { signInWithInitData } from '@prichal/telegram/session';
import { useEffect, useState } from 'react';
import { language } from './texts';

const texts = {
  en: {
    account: 'Account',
    signIn: 'Sign in',
    signOut: 'Sign out',
    note: 'The API greets users who are signed in.',
    noServer: 'The sign-in server does not answer',
    noApi: 'The API does not answer',
    failed: 'You are not signed in. Try again',
  },
  ru: {
    account: 'Аккаунт',
    signIn: 'Войти',
    signOut: 'Выйти',
    note: 'API приветствует пользователей, которые вошли.',
    noServer: 'Сервер входа не отвечает',
    noApi: 'API не отвечает',
    failed: 'Вход не выполнен. Попробуйте ещё раз',
  },
}[language];

/** In Telegram, signs in with init data. Elsewhere, with the wallet. */
const session = new Session({ telegram: signInWithInitData });

/** Sign-in, and the answer of the API. */
export function Account() {
  const { status, user, error, signIn, signOut } = useSession(session);
  const [greeting, setGreeting] = useState('');

  const id = user?.sub;
  useEffect(() => {
    setGreeting('');
    if (id === undefined) return;
    session
      .fetch('/api/hello')
      .then((answer) => (answer.ok ? answer.text() : texts.noApi))
      .catch(() => texts.noApi)
      .then(setGreeting);
  }, [id]);

  if (user) {
    return (
      <section className="card">
        <h2>{texts.account}</h2>
        <p>{greeting}</p>
        <button type="button" onClick={() => void signOut()}>
          {texts.signOut}
        </button>
      </section>
    );
  }
  const problem = error?.code === 'network' || error?.code === 'unexpected';
  return (
    <section className="card">
      <h2>{texts.account}</h2>
      <p>{texts.note}</p>
      <button
        type="button"
        disabled={status === 'signing-in'}
        onClick={() => void signIn().catch(() => undefined)}
      >
        {texts.signIn}
      </button>
      <output>{error && (problem ? texts.noServer : texts.failed)}</output>
    </section>
  );
}
