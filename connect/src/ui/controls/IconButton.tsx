import type { ReactNode } from 'react';
import styles from './controls.module.css';

type Props = { label: string; onClick: () => void; children: ReactNode };

/** A round button of 32 px that can be hit in 44. */
export function IconButton({ label, onClick, children }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={styles.icon}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
