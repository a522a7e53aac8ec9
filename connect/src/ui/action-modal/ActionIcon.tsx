import type { ActionName, ActionState } from '../../actions/action-state.js';
import { Icon } from '../icons/Icon.js';
import { CHECK, CLOSE } from '../icons/shapes.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import styles from './action-modal.module.css';

type Outcome = 'waiting' | 'done' | 'cancelled';

const OUTCOMES: Record<ActionName, Outcome> = {
  'confirm-transaction': 'waiting',
  'transaction-sent': 'done',
  'transaction-canceled': 'cancelled',
  'confirm-sign-data': 'waiting',
  'data-signed': 'done',
  'sign-data-canceled': 'cancelled',
};

type Props = { action: ActionState; name: string; size: number };

/** The wallet's picture with what has become of the request: a ring that waits, or a mark. */
export function ActionIcon({ action, name, size }: Props) {
  const outcome = OUTCOMES[action.name];
  return (
    <span className={styles.icon} data-outcome={outcome} style={{ fontSize: size }}>
      <WalletIcon
        name={name}
        imageUrl={'imageUrl' in action.wallet ? action.wallet.imageUrl : ''}
        size={size}
      />
      {outcome !== 'waiting' && (
        <span className={styles.mark}>
          <Icon shape={outcome === 'done' ? CHECK : CLOSE} size={size / 4} line={3.2} />
        </span>
      )}
    </span>
  );
}
