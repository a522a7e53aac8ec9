import { useState } from 'react';
import { Button } from '../controls/Button';
import { CopyButton } from '../controls/CopyButton';
import { ToolNav } from '../controls/ToolNav';
import styles from './TopBar.module.css';

type Props = { onReload(): void; onReset(): Promise<void> };

/** Links to the other tools, and actions for the whole sandbox. */
export function TopBar({ onReload, onReset }: Props) {
  return (
    <section className={styles.bar} aria-label="Sandbox">
      <ToolNav here="/stand/" />
      <div role="toolbar" aria-label="The whole sandbox" className={styles.actions}>
        <Button small title="Opens the app in the phone again" onClick={onReload}>
          Reload
        </Button>
        <CopyButton label="Copy link" text={() => location.href} />
        <Reset onReset={onReset} />
      </div>
    </section>
  );
}

/** Asks for confirmation, because connections and keys cannot be restored. */
function Reset({ onReset }: Pick<Props, 'onReset'>) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button
        small
        title="New wallet key, no connections, no faults, default settings, empty app storage"
        onClick={() => setAsking(true)}
      >
        Reset everything
      </Button>
    );
  return (
    <>
      <Button small look="danger" autoFocus onClick={() => void onReset()}>
        Really reset
      </Button>
      <Button small onClick={() => setAsking(false)}>
        Keep
      </Button>
    </>
  );
}
