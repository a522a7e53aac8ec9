import type { LinkOutcome, Pending, Wallet } from '@prichal/dev-wallet/core';
import { useRef, useState } from 'react';
import { AccountCard } from './AccountCard';
import { Activity } from './Activity';
import { Apps } from './Apps';
import { BehaviourForm } from './BehaviourForm';
import { LinkForm } from './LinkForm';
import { Prompt } from './Prompt';
import { useWallet } from './use-wallet';
import styles from './WalletPanel.module.css';

/** Id of the panel's heading, which can have the focus. */
export const WALLET_HEADING = 'dev-wallet';

type Props = {
  wallet: Wallet;
  /** Result of the last link that this page's address or the sandbox's phone has opened. */
  opened?: LinkOutcome | null;
  onDecided?(pending: Pending, approved: boolean): void;
};

/** The whole dev wallet, the same in the sandbox and on its own page. */
export function WalletPanel({ wallet, opened = null, onDecided }: Props) {
  const view = useWallet(wallet);
  const [outcome, setOutcome] = useState<LinkOutcome | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [first, ...others] = view.pending;

  const done = (pending: Pending, approved: boolean) => {
    // The pressed button is removed with its request, so the focus moves to an element that stays.
    heading.current?.focus();
    setOutcome(null);
    onDecided?.(pending, approved);
  };

  return (
    <section className={styles.panel} aria-label="Dev wallet">
      <h2 ref={heading} id={WALLET_HEADING} tabIndex={-1} className={styles.heading}>
        Dev wallet
        <span className={styles.kind}>real protocol, test key</span>
      </h2>
      <p className={styles.hidden} aria-live="polite">
        {first ? `${first.app.name} has sent a request` : ''}
      </p>
      {first ? (
        <Prompt
          key={first.id}
          wallet={wallet}
          view={view}
          pending={first}
          waiting={others.length}
          onDone={done}
        />
      ) : (
        <AccountCard wallet={wallet} view={view} />
      )}
      <LinkForm wallet={wallet} outcome={outcome ?? opened} onOutcome={setOutcome} />
      <BehaviourForm wallet={wallet} view={view} />
      <Apps wallet={wallet} view={view} />
      <Activity wallet={wallet} view={view} />
    </section>
  );
}
