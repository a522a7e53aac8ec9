import type { ReactNode } from 'react';
import styles from './controls.module.css';

type Props = {
  label: string;
  onClick: () => void;
  /** Marks the control that focus comes back to from the next screen. */
  focusKey?: string;
  children: ReactNode;
};

/** A round button of 32 px that can be hit in 44. */
export function IconButton({ label, onClick, focusKey, children }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-focus-key={focusKey}
      className={styles.icon}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
