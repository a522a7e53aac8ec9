import { TonIcon } from '../icons/TonIcon.js';
import styles from './qr.module.css';

/** In the middle of a code that any wallet can scan. */
export const TonMark = () => (
  <span className={styles.mark}>
    <TonIcon size={32} />
  </span>
);
