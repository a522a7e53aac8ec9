import type { LinkOutcome, Pending, Wallet } from '@prichal/dev-wallet/core';
import { useEffect, useState } from 'react';
import { Button } from '../../controls/Button';
import { ToolNav } from '../../controls/ToolNav';
import styles from './WalletPage.module.css';
import { WalletPanel } from './WalletPanel';

type Way = { app: string; ret: string };

/** The wallet on its own page. Its universal link opens this page with a request in the query. */
export function WalletPage({ wallet, link }: { wallet: Wallet; link: string | null }) {
  const [opened, setOpened] = useState<LinkOutcome | null>(null);
  const [way, setWay] = useState<Way | null>(null);

  useEffect(() => {
    if (link !== null) void wallet.openLink(link).then(setOpened);
  }, [wallet, link]);

  const decided = (pending: Pending) => {
    setOpened(null);
    if (pending.kind === 'connect' && 'channel' in pending.via)
      setWay({ app: pending.app.name, ret: pending.via.ret });
  };

  return (
    <div className={styles.whole}>
      <div className={styles.top}>
        <ToolNav here="/stand/wallet/" />
      </div>
      <main className={styles.page} aria-labelledby="page">
        <h1 id="page" className={styles.hidden}>
          Prichal dev wallet
        </h1>
        <div className={styles.card}>
          {way && <WayBack way={way} />}
          <WalletPanel wallet={wallet} opened={opened} onDecided={decided} />
        </div>
      </main>
    </div>
  );
}

/** After a connection: a link to the page that the app has chosen, or a button that closes the tab. */
function WayBack({ way: { app, ret } }: { way: Way }) {
  if (ret === 'none') return null;
  const isLink = URL.canParse(ret) && /^(https?|tg):/.test(ret);
  return (
    <div className={styles.back} role="status">
      <p>{app} has your answer.</p>
      {isLink ? (
        <a href={ret}>Go back to the app</a>
      ) : (
        <Button small onClick={() => window.close()}>
          Close this tab
        </Button>
      )}
    </div>
  );
}
