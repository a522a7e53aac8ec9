import * as styles from './controls.module.css';

/** A status for screen readers alone. It stays on the page empty: a new element would not be read out. */
export const Announcement = ({ text }: { text: string }) => (
  <span role="status" className={styles.announcement}>
    {text}
  </span>
);
