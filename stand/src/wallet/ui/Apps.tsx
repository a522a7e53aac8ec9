import {
  accountFor,
  CHAIN_NAME,
  domainOf,
  type Session,
  shortened,
  shownAddress,
  type Wallet,
  type WalletView,
} from '@prichal/dev-wallet/core';
import { Button } from '../../controls/Button';
import { AppIcon } from './AppIcon';
import styles from './Apps.module.css';

/** Connected apps, each with a button to disconnect it. */
export function Apps({ wallet, view }: { wallet: Wallet; view: WalletView }) {
  const { sessions } = view.state;
  return (
    <section className={styles.apps} aria-labelledby="connected-apps">
      <h3 id="connected-apps" className={styles.heading}>
        Connected apps
      </h3>
      {sessions.length === 0 ? (
        <p className={styles.none}>None yet. Click the connect button in the app.</p>
      ) : (
        <ul className={styles.list}>
          {sessions.map((session) => (
            <App key={session.id} session={session} seed={view.state.seed} wallet={wallet} />
          ))}
        </ul>
      )}
    </section>
  );
}

function App({ session, seed, wallet }: { session: Session; seed: string; wallet: Wallet }) {
  const { manifest, version, chain, kind, id, played } = session;
  const { address } = accountFor({ seed }, session);
  const words = `app-${id}`;
  return (
    <li className={styles.app}>
      <AppIcon name={manifest.name} url={manifest.iconUrl} />
      <div id={words} className={styles.words}>
        <p className={styles.name}>{manifest.name}</p>
        <p className={styles.detail}>
          {domainOf(manifest)} · {kind === 'bridge' ? 'bridge' : 'extension'}
          {played && ` · as ${played.name}`}
        </p>
        <p className={styles.detail}>
          {shortened(shownAddress(address, chain))} · {version} · {CHAIN_NAME[chain]}
        </p>
      </div>
      <Button
        small
        look="danger"
        aria-describedby={words}
        onClick={() => void wallet.disconnect(id)}
      >
        Disconnect
      </Button>
    </li>
  );
}
