import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Fit.module.css';

type Props = { width: number; height: number; children: ReactNode };

/** Draws something of a fixed size as large as the room allows, whole, and never larger than it is. */
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

/** Draws it with each of its pixels as one; what is too large for the room is made shorter. */
export function RealSize({ width, height, children }: Props) {
  return (
    <div className={styles.room}>
      <div className={styles.real} style={{ width, height }}>
        {children}
      </div>
    </div>
  );
}
