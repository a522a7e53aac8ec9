import { useState } from 'react';
import { isTelegramWallet } from '../../core/wallets/wallet-info.js';
import { fromPhone } from '../../core/wallets/ways-to-wallet.js';
import { Button } from '../controls/Button.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { useWords } from '../words.js';
import { CodeForAny } from './CodeForAny.js';
import { type ScreenProps, usable } from './screens.js';
import { Tabs } from './Tabs.js';
import { TileRow } from './TileRow.js';
import * as styles from './wallets-modal.module.css';

/** With more wallets than this, there is a folder for the others (specification, section 9). */
const FOLDER_OVER = 7;

/**
 * The two tabs on a phone: its wallets, with Wallet in Telegram first, and a QR code for another device. No
 * stream to a bridge is opened until the user chooses a wallet or the code.
 */
export function PhoneTabs(props: ScreenProps) {
  const { wallets, navigate, onPick } = props;
  const { universal, all } = useWords();
  const [tab, setTab] = useState(0);
  const names = [all.title, universal.qrTab];
  const here = wallets?.filter(({ wallet }) => fromPhone(wallet)) ?? null;
  const telegram = usable(here).find(({ wallet }) => isTelegramWallet(wallet))?.wallet;
  const others = here?.filter(({ wallet }) => wallet !== telegram) ?? null;

  const list = (
    <>
      {(telegram || !wallets) && (
        <>
          <Button
            kind="primary"
            disabled={!telegram}
            focusKey={telegram?.name ?? 'telegram'}
            onClick={() => telegram && onPick(telegram)}
          >
            {telegram && <WalletIcon wallet={telegram} size={28} />}
            {universal.openOnTelegram}
          </Button>
          <p className={styles.caption}>{universal.chooseOther}</p>
        </>
      )}
      <TileRow {...props} wallets={others} folderOver={FOLDER_OVER - (telegram ? 1 : 0)} />
      <Button kind="plain" focusKey="info" onClick={() => navigate.push({ name: 'info' }, 'info')}>
        {universal.whatIsWallet}
      </Button>
    </>
  );
  return (
    <Tabs
      label={universal.title}
      tabs={names}
      selected={tab}
      onSelect={setTab}
      className={styles.way}
    >
      {tab === 0 ? list : <CodeForAny {...props} />}
    </Tabs>
  );
}
