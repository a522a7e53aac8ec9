import { useEffect, useRef, useState } from 'react';
import { ActionIcon } from '../action-modal/ActionIcon.js';
import { IconButton } from '../controls/IconButton.js';
import { CLOSE } from '../icons/shapes.js';
import { usePresence } from '../presence/use-presence.js';
import { useWords, walletName } from '../words.js';
import type { Notice } from './notices.js';
import * as styles from './toasts.module.css';
import { useToastTimer } from './use-toast-timer.js';

/** How long a notice stands, ms (product specification, section 9). */
const LIFE_MS = 4500;

type Props = { notice: Notice; paused: boolean; onClose: () => void; onGone: () => void };

export function Toast({ notice: { action, open }, paused, onClose, onGone }: Props) {
  const words = useWords();
  const element = useRef<HTMLDivElement>(null);
  const presence = usePresence(open, element);
  // The entrance is played once, and not again when the region moves to another dialog.
  const [entering, setEntering] = useState(true);
  useToastTimer(LIFE_MS, paused, onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has left.
  useEffect(() => {
    if (presence === 'closed') onGone();
  }, [presence]);

  const name = walletName(action.wallet, words);
  const { name: stage } = action;
  const { toast } = words;
  const { title, text } =
    stage === 'confirm-transaction' || stage === 'confirm-sign-data'
      ? { title: toast.confirm, text: toast.waits(name) }
      : toast[stage];
  return (
    <div
      ref={element}
      className={styles.toast}
      data-state={presence !== 'open' ? 'closing' : entering ? 'entering' : 'open'}
      onAnimationEnd={() => setEntering(false)}
    >
      <ActionIcon action={action} name={name} size={28} />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <IconButton label={toast.close} shape={CLOSE} size={16} onClick={onClose} />
    </div>
  );
}
