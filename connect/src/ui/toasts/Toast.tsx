import { useEffect, useRef, useState } from 'react';
import { isWaiting } from '../../actions/action-lifecycle.js';
import type { ActionState } from '../../types/action.js';
import { ActionIcon } from '../action-modal/ActionIcon.js';
import { noticeWordsOf } from '../action-modal/action-words.js';
import { IconButton } from '../controls/IconButton.js';
import { CLOSE } from '../icons/shapes.js';
import { usePresence } from '../presence/use-presence.js';
import { useRequestWords } from '../request-words.js';
import { walletName } from '../words.js';
import * as styles from './toasts.module.css';
import { useToastTimer } from './use-toast-timer.js';

/** How long a notice stands, ms (product specification, section 9). */
const LIFE_MS = 4500;

type Props = { action: ActionState; paused: boolean; onClose: () => void; onGone: () => void };

export function Toast({ action, paused, onClose, onGone }: Props) {
  const words = useRequestWords();
  const element = useRef<HTMLDivElement>(null);
  const presence = usePresence(action.notice === 'open', element);
  // The entrance is played once, and not again when the region moves to another dialog.
  const [entering, setEntering] = useState(true);
  // Its time begins when it can be answered.
  useToastTimer(LIFE_MS, paused || (isWaiting(action) && !action.sent), onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has left.
  useEffect(() => {
    if (presence === 'closed') onGone();
  }, [presence]);

  const name = walletName(action.wallet, words);
  const { title, text } = noticeWordsOf(action, name, words);
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
      <IconButton label={words.toast.close} shape={CLOSE} size={16} onClick={onClose} />
    </div>
  );
}
