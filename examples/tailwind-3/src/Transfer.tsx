import {
  UserRejectsError,
  useTonAddress,
  useTonConnectUI,
} from '@prichal/connect';
import { useState } from 'react';

/** Sends a transfer from the wallet to itself. */
export function Transfer() {
  const [ui] = useTonConnectUI();
  const address = useTonAddress();
  const [outcome, setOutcome] = useState('');

  const send = async () => {
    setOutcome('Waiting for the wallet');
    try {
      await ui.sendTransaction({
        validUntil: Math.floor(Date.now() / 1000) + 300,
        messages: [{ address, amount: '10000000' }],
      });
      setOutcome('Sent');
    } catch (error) {
      setOutcome(error instanceof UserRejectsError ? 'Declined' : 'Failed');
    }
  };

  return (
    <p>
      <button
        type="button"
        className="rounded border px-3 py-1 disabled:opacity-50"
        disabled={address === ''}
        onClick={() => void send()}
      >
        Send
      </button>{' '}
      <output>{outcome}</output>
    </p>
  );
}
