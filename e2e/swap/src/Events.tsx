import type { UserActionEvent } from '@tonconnect/ui-react';
import { useEffect, useState } from 'react';

const NAMES = [
  'connection-started',
  'connection-completed',
  'connection-error',
  'disconnection',
  'transaction-sent-for-signature',
  'transaction-signed',
  'transaction-signing-failed',
  'sign-data-request-initiated',
  'sign-data-request-completed',
  'sign-data-request-failed',
  'wallet-modal-opened',
  'selected-wallet',
];

/** Events of the widget for the page, such as for an app's analytics. */
export function Events() {
  const [seen, setSeen] = useState<readonly string[]>([]);

  useEffect(() => {
    const note = (event: Event) => {
      const { type } = (event as CustomEvent<UserActionEvent>).detail;
      setSeen((before) => [...before, type]);
    };
    for (const name of NAMES) window.addEventListener(`ton-connect-ui-${name}`, note);
    return () => {
      for (const name of NAMES) window.removeEventListener(`ton-connect-ui-${name}`, note);
    };
  }, []);

  return (
    <section aria-label="Events">
      <output aria-label="Events seen">{seen.join(' ')}</output>
    </section>
  );
}
