import { isWaiting } from '../../core/requests/action-lifecycle.js';
import type { ActionState } from '../../core/state.js';
import { Icon } from '../icons/Icon.js';
import { CHECK, CLOSE } from '../icons/shapes.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import * as styles from './action-modal.module.css';

/** Returns the outcome of a request. A request that the wallet may still sign is not `cancelled`. */
const outcomeOf = (action: ActionState): 'waiting' | 'done' | 'cancelled' | 'open' => {
  if (isWaiting(action)) return 'waiting';
  if (action.progress === 'left') return 'open';
  return /sent$|signed$/.test(action.name) ? 'done' : 'cancelled';
};

type Props = {
  action: ActionState;
  name: string;
  /** In px. By default that of the dialog. */
  size?: number;
  /** Remaining part of the request's time, 0 to 1. */
  left?: number | undefined;
};

/** The wallet's picture with a ring for a pending request or a mark for its outcome. */
export function ActionIcon({ action, name, size = 56, left }: Props) {
  const outcome = outcomeOf(action);
  return (
    <span
      className={styles.icon}
      data-outcome={outcome}
      data-timed={left !== undefined || undefined}
      style={{ fontSize: size }}
    >
      <WalletIcon wallet={{ imageUrl: '', ...action.wallet, name }} size={size} />
      {left !== undefined && (
        <svg className={styles.ring} viewBox="0 0 88 88" aria-hidden="true">
          <path
            d="M44 1.5H62.5a24 24 0 0 1 24 24v37a24 24 0 0 1-24 24h-37a24 24 0 0 1-24-24v-37a24 24 0 0 1 24-24z"
            pathLength={1}
            strokeDasharray={`${left} 2`}
          />
        </svg>
      )}
      {(outcome === 'done' || outcome === 'cancelled') && (
        <span className={styles.mark}>
          <Icon shape={outcome === 'done' ? CHECK : CLOSE} size={size / 4} line={3.2} />
        </span>
      )}
    </span>
  );
}
