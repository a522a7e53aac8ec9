import { UserRejectsError, useTonAddress, useTonConnectUI } from '@prichal/connect';
import { useState } from 'react';
import { texts } from './texts';

/** The address of the connected wallet, and a transfer from the wallet to itself. */
export function Wallet() {
  const [ui] = useTonConnectUI();
  const address = useTonAddress();
  const [outcome, setOutcome] = useState<'waiting' | 'sent' | 'declined' | 'failed'>();

  if (address === '') return <p className="card">{texts.intro}</p>;

  const send = async () => {
    setOutcome('waiting');
    try {
      await ui.sendTransaction({
        validUntil: Math.floor(Date.now() / 1000) + 300,
        messages: [{ address, amount: '10000000' }],
      });
      setOutcome('sent');
    } catch (error) {
      setOutcome(error instanceof UserRejectsError ? 'declined' : 'failed');
    }
  };

  return (
    <>
      <section className="card">
        <h2>{texts.address}</h2>
        <p className="address">{address}</p>
      </section>
      <section className="card">
        <h2>{texts.transfer}</h2>
        <p>{texts.transferNote}</p>
        <button type="button" disabled={outcome === 'waiting'} onClick={() => void send()}>
          {texts.send}
        </button>
        <output>{outcome && texts[outcome]}</output>
      </section>
    </>
  );
}
