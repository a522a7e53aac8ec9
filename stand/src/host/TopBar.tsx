import { useState } from 'react';
import { Button } from '../controls/Button';
import { CopyButton } from '../controls/CopyButton';
import { ToolNav } from '../controls/ToolNav';
import styles from './TopBar.module.css';

type Props = { onReload(): void; onReset(): Promise<void> };

/** Links to the other tools, and actions for the whole sandbox. */
export function TopBar({ onReload, onReset }: Props) {
  return (
    <section className={styles.bar} aria-label="Stand">
      <ToolNav here="/stand/" />
      <div role="toolbar" aria-label="The whole stand" className={styles.actions}>
        <Button small title="Opens the app in the phone once more" onClick={onReload}>
          Reload
        </Button>
        <CopyButton label="Copy link to this" text={() => location.href} />
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
        title="New wallet, no connections, empty storage of the app, no faults, first settings"
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
