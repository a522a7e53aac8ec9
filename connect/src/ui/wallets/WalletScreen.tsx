import type { WalletInfo } from '@prichal/sdk';
import { type ReactNode, useEffect, useState } from 'react';
import { usePressGuard } from '../../core/device/press-guard.js';
import { universalLink } from '../../core/links.js';
import { isChoosing } from '../../core/store.js';
import { isTelegramWallet, isWalletInfoRemote } from '../../core/wallets/wallet-info.js';
import { inPage, isWalletConnect, type Way, waysTo } from '../../core/wallets/ways-to-wallet.js';
import { Button } from '../controls/Button.js';
import { QrBlock } from '../qr/QrBlock.js';
import { Screen } from '../sheet/Screen.js';
import { useSheet } from '../sheet/sheet-context.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { listedName, useWords } from '../words.js';
import { ConnectProblem } from './ConnectProblem.js';
import { Portrait } from './Problem.js';
import type { ScreenProps } from './screens.js';
import { Tabs } from './Tabs.js';
import { methodOf, openWallet, useSheetRequest } from './use-open-request.js';
import * as styles from './wallets-modal.module.css';

type WalletScreenProps = ScreenProps & {
  wallet: WalletInfo;
  /** Whether the press on the previous screen opened the wallet. */
  opened: boolean;
  /** Whether the browser blocked the link of that press. */
  blocked: boolean;
};

/** The screen of one wallet, for one of its ways. Only a press changes the way. */
export function WalletScreen({
  internals,
  wallet,
  wallets,
  phone,
  back,
  navigate,
  ...props
}: WalletScreenProps) {
  const words = useWords();
  const name = listedName(wallet, words);
  const ways = waysTo(wallet, phone);
  const [chosen, setWay] = useState(ways[0]);
  // The ways change when the window becomes wider or narrower.
  const way = ways.includes(chosen) ? chosen : ways[0];
  const [opened, setOpened] = useState(props.opened);
  usePressGuard(way);

  const entry = wallets?.find((item) => item.wallet.name === wallet.name);
  const lacking = entry?.support === 'lacks-required';
  const remote = isWalletInfoRemote(wallet) ? wallet : null;
  const bridges = remote ? [remote.bridgeUrl] : [];
  // A sheet that was opened again for WalletConnect's error does not send a new request.
  const silent = lacking || (isWalletConnect(wallet) && !props.opened);
  const { link, failure, unreached, retry } = useSheetRequest(
    internals,
    wallet,
    way,
    silent ? null : bridges,
  );
  const lost = unreached.length > 0;
  const { announce } = useSheet();
  const trouble = lost ? words.wallet.unreached(name) : '';
  // The other ways have a live region of their own.
  const told = way === 'qr' ? trouble : '';
  useEffect(() => announce(told), [announce, told]);
  // True if the last press opened nothing.
  const [blocked, setBlocked] = useState(props.blocked);

  const open = (by: Way): void => {
    // The sheet is closing.
    if (!isChoosing(internals.store.get())) return;
    setWay(by);
    // The second press uses the universal link, because the program of the wallet's own scheme may not be
    // installed.
    const method = opened ? 'universal-link' : methodOf(wallet, by);
    const done = openWallet(internals, wallet, method);
    setOpened(done);
    setBlocked(!done && link !== null);
  };
  const retryHere = (): void => {
    retry();
    if (way === 'app' || way === 'desktop') open(way);
  };
  const toCode = phone && remote && way !== 'qr' && (
    <Button onClick={() => setWay('qr')}>{words.wallet.showQr}</Button>
  );
  const labelOf = (one: Way): string =>
    words.wallet[one === 'qr' || one === 'app' ? 'mobile' : one];
  const content =
    failure || lacking ? (
      <ConnectProblem
        wallets={wallets}
        navigate={navigate}
        failure={failure}
        picked={wallet}
        onRetry={retryHere}
      >
        {!lacking && toCode}
      </ConnectProblem>
    ) : way === 'qr' ? (
      <>
        <p className={styles.subtitle}>{trouble || words.wallet.scan(name)}</p>
        <QrBlock
          internals={internals}
          link={remote && link && universalLink(remote, link, 'none')}
          picture={<WalletIcon wallet={wallet} size={48} />}
        >
          {ways[0] === 'app' && (
            <Button onClick={() => open('app')}>{words.wallet.open(name)}</Button>
          )}
        </QrBlock>
      </>
    ) : (
      <WalletHere
        wallet={wallet}
        way={way}
        opened={opened}
        ready={link !== null}
        lost={lost}
        blocked={blocked}
        onOpen={() => open(way)}
        onAnother={() => navigate.push({ name: 'all' }, 'another')}
      >
        {toCode}
      </WalletHere>
    );
  return (
    <Screen title={name} start={back}>
      {phone || lacking || ways.length === 1 ? (
        content
      ) : (
        <Tabs
          label={words.wallet.modes}
          tabs={ways.map(labelOf)}
          selected={ways.indexOf(way)}
          onSelect={(index) => setWay(ways[index] ?? way)}
          className={styles.way}
        >
          {content}
        </Tabs>
      )}
    </Screen>
  );
}

/** Time after which the screen mentions the extension's window, ms. */
const SILENT_MS = 10_000;

type WalletHereProps = {
  wallet: WalletInfo;
  way: Exclude<Way, 'qr'>;
  /** Whether the wallet was opened. */
  opened: boolean;
  /** Whether the wallet can be opened. */
  ready: boolean;
  /** Whether its bridge is unreachable. */
  lost: boolean;
  /** Whether the browser blocked the link. */
  blocked: boolean;
  onOpen: () => void;
  /** Called when the user chooses another wallet. */
  onAnother: () => void;
  /** An additional button. */
  children: ReactNode;
};

/** A wallet on this device: the user continues in its app, its program or its extension. */
export function WalletHere(props: WalletHereProps) {
  const { wallet, way, opened, ready, lost, blocked, onOpen, onAnother, children } = props;
  const all = useWords();
  const { wallet: words } = all;
  const name = listedName(wallet, all);
  const { aboutUrl } = wallet;
  const extension = way === 'extension';
  const missing = extension && !inPage(wallet);
  const waits = extension ? !missing : opened;
  const silent = useSilence(extension && waits && !isWalletConnect(wallet));
  const goesOn = !isWalletConnect(wallet) && (waits || (ready && !blocked));
  // Ordered by importance, because several conditions can be true.
  const state = missing
    ? words.problem['not-injected'](name)
    : lost && !extension
      ? words.unreached(name)
      : silent
        ? words.silent(name)
        : goesOn
          ? words.goOn[way](name)
          : blocked
            ? words.blocked(name)
            : ready
              ? ''
              : words.preparing;
  return (
    <>
      <Portrait wallet={wallet} waits={waits} />
      <p className={styles.state} role="status">
        {state}
      </p>
      <div className={styles.actions}>
        {!extension && (
          <Button kind="primary" disabled={!ready} onClick={onOpen}>
            {words[opened ? 'openAgain' : 'open'](name)}
          </Button>
        )}
        {/* A retry would queue a second request in the extension. */}
        {silent && (
          <Button focusKey="another" onClick={onAnother}>
            {words.chooseAnother}
          </Button>
        )}
        {children}
        {/* Wallet in Telegram needs no installation. */}
        {aboutUrl && (missing || !extension) && !isTelegramWallet(wallet) && (
          <Button kind={missing ? 'primary' : 'plain'} href={aboutUrl}>
            {words.get(name)}
          </Button>
        )}
      </div>
    </>
  );
}

/** Whether `waits` has been true for `SILENT_MS`. */
function useSilence(waits: boolean): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setSilent(true), SILENT_MS);
    return () => {
      clearTimeout(timer);
      setSilent(false);
    };
  }, [waits]);
  return silent;
}
