import {
  CODE,
  domainOf,
  type Pending,
  type Wallet,
  type WalletView,
  wordsOf,
} from '@prichal/dev-wallet/core';
import { useState } from 'react';
import { Button } from '../../controls/Button';
import { AppIcon } from './AppIcon';
import { CallQuestion } from './CallQuestion';
import { ConnectQuestion } from './ConnectQuestion';
import styles from './Prompt.module.css';

const WISH: Record<string, string> = {
  sendTransaction: 'wants to send a transaction',
  signMessage: 'wants you to sign a message',
  signData: 'wants you to sign data',
};

type Props = {
  wallet: Wallet;
  view: WalletView;
  pending: Pending;
  waiting: number;
  onDone(pending: Pending, approved: boolean): void;
};

/** One pending request, with buttons to approve and decline it. */
export function Prompt({ wallet, view, pending, waiting, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [expired, setExpired] = useState(false);

  const decide = async (approved: boolean) => {
    setBusy(true);
    setProblem(null);
    try {
      await wallet.decide(pending.id, approved ? null : { code: CODE.declined });
      onDone(pending, approved);
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };

  const wish = pending.kind === 'connect' ? 'wants to connect' : WISH[pending.call.method];
  return (
    <section className={styles.prompt} aria-labelledby="request">
      <div className={styles.who}>
        <AppIcon name={pending.app.name} url={pending.app.iconUrl} size={48} />
        <div className={styles.words}>
          <h3 id="request" className={styles.heading}>
            {pending.app.name} {wish}
          </h3>
          <p className={styles.domain}>{domainOf(pending.app)}</p>
        </div>
      </div>
      {pending.kind === 'connect' ? (
        <ConnectQuestion view={view} pending={pending} />
      ) : (
        <CallQuestion wallet={wallet} view={view} pending={pending} onExpired={setExpired} />
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}. Nothing was sent; you can try again.
        </p>
      )}
      <div className={styles.actions}>
        <Button disabled={busy} onClick={() => void decide(false)}>
          Decline
        </Button>
        <Button look="main" disabled={busy || expired} onClick={() => void decide(true)}>
          Approve
        </Button>
      </div>
      {waiting > 0 && (
        <p className={styles.more}>
          {waiting} more {waiting === 1 ? 'request' : 'requests'} after this one
        </p>
      )}
    </section>
  );
}
