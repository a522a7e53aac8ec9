import { isWaiting } from '../../store/selectors.js';
import type { ActionState } from '../../types/action.js';
import { Icon } from '../icons/Icon.js';
import { CHECK, CLOSE } from '../icons/shapes.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import * as styles from './action-modal.module.css';

const outcomeOf = (action: ActionState): 'waiting' | 'done' | 'cancelled' => {
  if (isWaiting(action)) return 'waiting';
  return action.name.endsWith('canceled') ? 'cancelled' : 'done';
};

type Props = { action: ActionState; name: string; size: number };

/** The wallet's picture with what has become of the request: a ring that waits, or a mark. */
export function ActionIcon({ action, name, size }: Props) {
  const outcome = outcomeOf(action);
  return (
    <span className={styles.icon} data-outcome={outcome} style={{ fontSize: size }}>
      <WalletIcon wallet={{ imageUrl: '', ...action.wallet, name }} size={size} />
      {outcome !== 'waiting' && (
        <span className={styles.mark}>
          <Icon shape={outcome === 'done' ? CHECK : CLOSE} size={size / 4} line={3.2} />
        </span>
      )}
    </span>
  );
}
