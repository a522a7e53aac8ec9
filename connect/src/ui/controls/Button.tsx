import type { ReactNode } from 'react';
import styles from './controls.module.css';

type Props = {
  children: ReactNode;
  onClick: () => void;
  /** `primary` once a screen. @default 'secondary' */
  kind?: 'primary' | 'secondary' | 'plain';
  disabled?: boolean;
  /** Waits for something: turns, keeps the focus, and is not to be pressed. */
  busy?: boolean | undefined;
  pressed?: boolean;
  /** Marks the control that focus comes back to from the next screen. */
  focusKey?: string;
};

export function Button({ kind = 'secondary', focusKey, pressed, busy, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={styles.button}
      data-kind={kind}
      data-focus-key={focusKey}
      aria-pressed={pressed}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={busy ? undefined : onClick}
      {...rest}
    />
  );
}
