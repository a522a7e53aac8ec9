import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Overlay.module.css';

type Props = { name: string; children: ReactNode };

/** An overlay of the client above the app. Its first button gets the focus. */
export function Overlay({ name, children }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('button')?.focus(), []);
  return (
    <div className={styles.cover}>
      <div ref={root} role="alertdialog" aria-label={name} className={styles.card}>
        {children}
      </div>
    </div>
  );
}
