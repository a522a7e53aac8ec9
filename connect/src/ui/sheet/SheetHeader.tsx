import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.js';
import { CLOSE } from '../icons/shapes.js';
import { useWords } from '../words.js';
import styles from './sheet.module.css';
import { useSheet } from './sheet-context.js';

/** Title in the middle, close at the end, one control (back, QR, help) at the start. */
export function SheetHeader({ title, start }: { title: string; start?: ReactNode }) {
  const { titleId, dismiss } = useSheet();
  const words = useWords();
  return (
    <div className={styles.header}>
      <span className={styles.slot}>{start}</span>
      <h2 id={titleId} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <span className={styles.slot}>
        <IconButton label={words.close} shape={CLOSE} onClick={dismiss} />
      </span>
    </div>
  );
}
