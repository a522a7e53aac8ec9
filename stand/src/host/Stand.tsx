import { type LinkOutcome, parseLink, playedOf, type Wallet } from '@prichal/dev-wallet/core';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { readList } from '../wallet/open-wallet';
import { useWallet } from '../wallet/ui/use-wallet';
import { WALLET_HEADING, WalletPanel } from '../wallet/ui/WalletPanel';
import { AppFrame } from './AppFrame';
import { createBridgeFeed } from './bridge-feed';
import { Device } from './Device';
import { Lab } from './lab/Lab';
import { Overlays } from './Overlays';
import { PhoneBar } from './PhoneBar';
import { createPhone } from './phone';
import styles from './Stand.module.css';
import type { Site } from './site';
import { TelegramHeader } from './TelegramHeader';
import { TopBar } from './TopBar';
import { timelineOf } from './timeline/timeline';
import { useExternal } from './use-external';
import { useLaunch } from './use-launch';
import { type Layout, useLayout } from './use-layout';
import { useSettings } from './use-settings';

/** Part that is shown if there is no space for all. */
type Part = 'app' | 'wallet' | 'lab';

/** Id of the element that gets the focus if its part replaces the part that has the focus. */
const FOCUS = { app: 'telegram-client', wallet: WALLET_HEADING };

/** The developer's sandbox: a Telegram client with the mini app, a wallet, and a lab. */
export function Stand({ wallet, site }: { wallet: Wallet; site: Site }) {
  const [settings, change] = useSettings();
  const [part, setPart] = useState<Part>('app');
  const [opened, setOpened] = useState<LinkOutcome | null>(null);
  const bring = (next: keyof typeof FOCUS) => {
    flushSync(() => setPart(next));
    const { activeElement: focused, body } = document;
    if (focused && focused !== body && focused.getClientRects().length > 0) return;
    document.getElementById(FOCUS[next])?.focus();
  };
  const showWallet = () => {
    const { answer } = wallet.view().state.behaviour;
    // A wallet that answers by itself has no question for the user.
    if (answer === 'ask' || answer === 'never') bring('wallet');
  };
  const [phone] = useState(() =>
    createPhone({
      settings,
      openLink: (url) => window.open(url, '_blank', 'noopener,noreferrer'),
      showWallet,
      isListed: async (link) => playedOf(await readList(location.origin), link, '') !== null,
    }),
  );
  const [feed] = useState(() => createBridgeFeed());
  const state = useExternal(phone);
  const entries = useExternal({ state: phone.log.entries, subscribe: phone.subscribe });
  const passed = useExternal(feed);
  const view = useWallet(wallet);
  const launch = useLaunch(settings, state.frame);
  const layout = useLayout(settings.size === 'desktop' || settings.turn === 'landscape');
  const shown = layout !== 'one' && part === 'app' ? 'wallet' : part;

  useEffect(() => phone.follow(settings), [phone, settings]);
  useEffect(() => feed.follow(), [feed]);
  useEffect(
    () => feed.choose(settings.bridge, settings.half),
    [feed, settings.bridge, settings.half],
  );

  const { spoken, state: walletState } = view;
  const moments = useMemo(
    () => timelineOf(entries, spoken, passed, walletState),
    [entries, spoken, passed, walletState],
  );

  const giveToWallet = (link: string) => {
    showWallet();
    if (parseLink(link).kind !== 'connect') return;
    void wallet.openLink(link).then((outcome) => {
      setOpened(outcome);
      if (!outcome.ok || outcome.note !== null) bring('wallet');
    });
  };
  const decided = () => {
    setOpened(null);
    // A real wallet returns to the app.
    if (wallet.view().pending.length === 0) bring('app');
  };
  const clear = () => {
    phone.log.clear();
    wallet.traffic.clear();
    feed.clear();
  };
  const reset = async () => {
    await wallet.reset();
    localStorage.clear();
    sessionStorage.clear();
    location.assign('/stand/');
  };

  return (
    <div className={styles.stand} data-layout={layout} data-part={shown} data-zoom={settings.zoom}>
      {(layout !== 'one' || shown === 'lab') && <TopBar onReload={phone.reload} onReset={reset} />}
      {layout !== 'three' && (
        <PartBar layout={layout} part={shown} waiting={view.pending.length} onChoose={setPart} />
      )}
      <main className={styles.main} aria-labelledby="stand">
        <h1 id="stand" className={styles.hidden}>
          Prichal sandbox
        </h1>
        <section id={FOCUS.app} tabIndex={-1} className={styles.stage} aria-label="Telegram client">
          {layout !== 'one' && <PhoneBar settings={settings} drawn onChange={change} />}
          <Device
            settings={settings}
            state={state}
            drawn={layout !== 'one'}
            header={
              <TelegramHeader title={site.name} settings={settings} state={state} phone={phone} />
            }
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
          <WalletPanel wallet={wallet} opened={opened} onDecided={decided} />
        </div>
        <div className={styles.lab}>
          {layout === 'one' && <PhoneBar settings={settings} drawn={false} onChange={change} />}
          <Lab
            settings={settings}
            onChange={change}
            phone={phone}
            launchUrl={launch?.url ?? null}
            origin={site.origin}
            moments={moments}
            wallet={view}
            onClear={clear}
          />
        </div>
      </main>
    </div>
  );
}

const PARTS: readonly (readonly [Part, string])[] = [
  ['app', 'Mini app'],
  ['wallet', 'Wallet'],
  ['lab', 'Lab'],
];

type PartBarProps = { layout: Layout; part: Part; waiting: number; onChoose(part: Part): void };

/**
 * Selects the shown part if there is no space for all. Next to a drawn phone, it selects one of the
 * other two.
 */
function PartBar({ layout, part, waiting, onChoose }: PartBarProps) {
  const parts = PARTS.filter(([each]) => layout === 'one' || each !== 'app');
  return (
    <nav className={styles.parts} aria-label="Parts of the sandbox">
      {parts.map(([each, name]) => (
        <button
          key={each}
          type="button"
          aria-pressed={part === each}
          onClick={() => onChoose(each)}
        >
          {name}
          {each === 'wallet' && waiting > 0 && (
            <span className={styles.badge}>
              {waiting}
              <span className={styles.hidden}> waiting</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
