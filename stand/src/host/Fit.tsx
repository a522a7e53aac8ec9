import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Fit.module.css';

type Props = { width: number; height: number; children: ReactNode };

/**
 * Draws an element of a fixed size as large as the space allows, and never larger than its size.
 */
export function Fit({ width, height, children }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width: wide, height: high } = entry.contentRect;
      setScale(Math.max(0.1, Math.min(1, wide / width, high / height)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height]);
  return (
    <div ref={room} className={styles.room}>
      <div className={styles.place} style={{ width: width * scale, height: height * scale }}>
        <div className={styles.whole} style={{ width, height, scale }}>
          {children}
        </div>
      </div>
    </div>
  );
}

/** Draws an element at its real size. If it is too large for the space, it becomes shorter. */
export function RealSize({ width, height, children }: Props) {
  return (
    <div className={styles.room}>
      <div className={styles.real} style={{ width, height }}>
        {children}
      </div>
    </div>
  );
}
