import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** A list of names and values. `code` shows a value in monospace. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

type Props = { name: string; code?: boolean; tone?: 'warning'; children: ReactNode };

export function Fact({ name, code = false, tone, children }: Props) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={code ? styles.code : styles.value} data-tone={tone}>
        {children}
      </dd>
    </div>
  );
}
