import type { BridgeState, Wallet, WalletView } from '@prichal/dev-wallet/core';
import styles from './Activity.module.css';
import { WalletSettings } from './WalletSettings';

const STATE: Record<BridgeState, string> = {
  connecting: 'connecting',
  live: 'connected',
  retrying: 'reconnecting',
  elsewhere: 'connected in another tab',
};

function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** State of the bridge, the wallet's log, and rarely used settings. */
export function Activity({ wallet, view }: { wallet: Wallet; view: WalletView }) {
  const streams = Object.entries(view.streams);
  return (
    <section className={styles.activity} aria-labelledby="activity">
      <h3 id="activity" className={styles.heading}>
        Activity
      </h3>
      {streams.length > 0 && (
        <ul>
          {streams.map(([bridge, state]) => (
            <li key={bridge} className={styles.stream} data-state={state}>
              {bridge.replace(/^https?:\/\//, '')} · {STATE[state]}
            </li>
          ))}
        </ul>
      )}
      {view.journal.length > 0 && (
        <div role="log" aria-labelledby="activity">
          <ol className={styles.journal}>
            {view.journal.map(({ id, at, tone, text }) => (
              <li key={id} data-tone={tone}>
                <time className={styles.time}>{clock(at)}</time> {text}
              </li>
            ))}
          </ol>
        </div>
      )}
      <WalletSettings wallet={wallet} view={view} />
    </section>
  );
}
