import { type ReactNode, useEffect, useState } from 'react';
import { useWallet } from '../wallet/ui/use-wallet';
import { WalletPanel } from '../wallet/ui/WalletPanel';
import type { Wallet } from '../wallet/wallet';
import { AppFrame } from './AppFrame';
import { Controls } from './Controls';
import { Device } from './Device';
import { MessageLog } from './MessageLog';
import { Overlays } from './Overlays';
import { createPhone } from './phone';
import styles from './Stand.module.css';
import { TelegramHeader } from './TelegramHeader';
import { useExternal } from './use-external';
import { useLaunch } from './use-launch';
import { useSettings } from './use-settings';
import { useWide } from './use-wide';

type Tab = 'app' | 'wallet';

/** The developer's stand: a Telegram client with the mini app in it, and a wallet beside it. */
export function Stand({ wallet, title }: { wallet: Wallet; title: string }) {
  const [settings, change] = useSettings();
  const [phone] = useState(() =>
    createPhone({
      settings,
      openLink: (url) => window.open(url, '_blank', 'noopener,noreferrer'),
    }),
  );
  const state = useExternal(phone);
  const entries = useExternal({ state: phone.log.entries, subscribe: phone.subscribe });
  const launch = useLaunch(settings, state.frame);
  const [tab, setTab] = useState<Tab>('app');

  useEffect(() => phone.follow(settings), [phone, settings]);

  const giveToWallet = (link: string) => {
    setTab('wallet');
    void wallet.openLink(link);
  };

  return (
    <main className={styles.stand} data-tab={tab}>
      <h1 className={styles.hidden}>Prichal stand</h1>
      <Tabs tab={tab} wallet={wallet} onChoose={setTab} />
      <Folded className={styles.settings} unfolded={useWide()}>
        <Controls settings={settings} onChange={change} onReload={phone.reload} />
      </Folded>
      <section className={styles.stage} aria-label="Telegram client">
        <Device
          settings={settings}
          state={state}
          header={<TelegramHeader title={title} state={state} phone={phone} />}
        >
          {launch && !state.closed && (
            <AppFrame
              key={launch.key}
              url={launch.url}
              phone={phone}
              wallet={wallet}
              extension={settings.ext === 'on'}
            />
          )}
          <Overlays state={state} phone={phone} onWalletLink={giveToWallet} />
        </Device>
      </section>
      <div className={styles.wallet}>
        <WalletPanel wallet={wallet} />
      </div>
      <div className={styles.log}>
        <MessageLog log={phone.log} entries={entries} />
      </div>
    </main>
  );
}

type FoldedProps = { unfolded: boolean; className: string | undefined; children: ReactNode };

/** The settings: a bar where there is room, else behind their name. */
function Folded({ unfolded, className, children }: FoldedProps) {
  if (unfolded) return <div className={className}>{children}</div>;
  return (
    <details className={className}>
      <summary className={styles.summary}>Settings</summary>
      {children}
    </details>
  );
}

type TabsProps = { tab: Tab; wallet: Wallet; onChoose(tab: Tab): void };

/** On a phone the stand shows one of its halves at a time. */
function Tabs({ tab, wallet, onChoose }: TabsProps) {
  const { pending } = useWallet(wallet);
  return (
    <nav className={styles.tabs} aria-label="Halves of the stand">
      <button type="button" aria-pressed={tab === 'app'} onClick={() => onChoose('app')}>
        Mini app
      </button>
      <button type="button" aria-pressed={tab === 'wallet'} onClick={() => onChoose('wallet')}>
        Wallet
        {pending.length > 0 && (
          <span className={styles.badge}>
            {pending.length}
            <span className={styles.hidden}> waiting</span>
          </span>
        )}
      </button>
    </nav>
  );
}
