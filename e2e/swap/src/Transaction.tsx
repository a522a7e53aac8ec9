import {
  CHAIN,
  type SendTransactionRequest,
  type SendTransactionResponse,
  useTonAddress,
  useTonConnectUI,
} from '@tonconnect/ui-react';
import { useState } from 'react';
import { explain } from './outcome';

const transfer = (to: string): SendTransactionRequest => ({
  validUntil: Math.floor(Date.now() / 1000) + 300,
  network: CHAIN.MAINNET,
  messages: [{ address: to, amount: '10000000' }],
});

/** Sends a transfer to the wallet's own address. */
export function Transaction() {
  const [ui] = useTonConnectUI();
  const address = useTonAddress();
  const [sent, setSent] = useState(false);
  const [outcome, setOutcome] = useState('none');

  const send = async () => {
    setSent(false);
    setOutcome('asking');
    try {
      const result: SendTransactionResponse = await ui.sendTransaction(transfer(address), {
        modals: ['before', 'success', 'error'],
        notifications: 'all',
        returnStrategy: 'none',
        skipRedirectToWallet: 'ios',
        onRequestSent: () => setSent(true),
      });
      setOutcome(`boc of ${result.boc.length > 0 ? 'some' : 'no'} bytes`);
    } catch (error) {
      setOutcome(explain(error));
    }
  };

  return (
    <section aria-label="Transaction">
      <button type="button" onClick={() => void send()}>
        Send
      </button>
      <output aria-label="Transaction outcome">{outcome}</output>
      <output aria-label="Transaction reached the wallet">{sent ? 'yes' : 'no'}</output>
    </section>
  );
}
