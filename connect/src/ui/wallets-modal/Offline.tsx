import { useEffect, useSyncExternalStore } from 'react';
import type { Core } from '../../controller/core.js';
import { useUiSelector } from '../../store/use-ui-selector.js';
import { listWallets } from '../../wallets/list.js';
import { Button } from '../controls/Button.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords } from '../words.js';
import styles from './wallets-modal.module.css';

const EVENTS = ['online', 'offline'] as const;

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}

/**
 * Says that there is no network, or no list. What needs neither (codes, installed extensions) stays
 * where it is; what does comes by itself when the network is back.
 */
export function Offline({ core }: { core: Core }) {
  const { offline, retry } = useWords();
  const { announce } = useSheet();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const fault = useUiSelector(core, (state) => state.listFault);
  const text = !online ? offline.noNetwork : fault ? offline.noList : '';
  useEffect(() => announce(text), [announce, text]);
  return (
    text && (
      <div className={styles.banner}>
        {text}
        <Button onClick={() => void listWallets(core).catch(() => undefined)}>{retry}</Button>
      </div>
    )
  );
}
