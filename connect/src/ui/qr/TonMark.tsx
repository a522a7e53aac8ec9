import { TON } from '../icons/button-shapes.js';
import { Icon } from '../icons/Icon.js';
import * as styles from './qr.module.css';

/** In the middle of a code that any wallet can scan. */
export const TonMark = () => (
  <span className={styles.mark}>
    <Icon shape={TON} size={32} />
  </span>
);
