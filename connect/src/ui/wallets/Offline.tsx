import { type ReactNode, useEffect } from 'react';
import { listWallets } from '../../core/wallets/list.js';
import { Button } from '../controls/Button.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useOnline } from '../use-device.js';
import { useWords } from '../words.js';
import { Problem } from './Problem.js';
import type { ScreenProps } from './screens.js';
import { useOnceOpened } from './use-sheet-wallets.js';
import * as styles from './wallets-modal.module.css';

/**
 * Shows content that needs the wallets list, or an error without it. If only the network is missing, QR codes
 * and installed extensions stay above the error. The rest loads when the network is back.
 */
export function Offline({ internals, wallets, children }: ScreenProps & { children: ReactNode }) {
  const { all, offline, retry } = useWords();
  const { announce } = useSheet();
  const online = useOnline();
  const fault = useOnceOpened(internals, (state) => state.listFault);
  const lost = wallets ? wallets.length === 0 : fault;
  const missing = !online ? offline.noNetwork : fault ? offline.noList : lost ? all.empty : '';
  const text = fault === null ? '' : missing;
  useEffect(() => {
    announce(text);
    // Cleared on other screens, where the announcement would be out of date.
    return () => announce('');
  }, [announce, text]);
  const again = (
    <Button
      kind={lost ? 'primary' : 'secondary'}
      onClick={() => void listWallets(internals).catch(() => undefined)}
    >
      {retry}
    </Button>
  );
  if (lost) return <Problem text={text}>{again}</Problem>;
  return (
    <>
      {text && (
        <div className={styles.banner}>
          {text}
          {again}
        </div>
      )}
      {children}
    </>
  );
}
