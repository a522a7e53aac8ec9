import type { ReactNode } from 'react';
import { useWords } from '../words.js';
import styles from './qr.module.css';
import { QR_SIZE } from './qr-shape.js';

/** Modules of the codes that are to come, nearly. */
const MODULES = 61;
const CORNERS = [
  [0, 0],
  [MODULES - 7, 0],
  [0, MODULES - 7],
] as const;

/** The shape of a code: its finders, and grey where its modules will be. */
export function QrSkeleton({ picture }: { picture: ReactNode }) {
  const words = useWords();
  return (
    <span className={styles.code}>
      <svg
        role="img"
        aria-label={words.qr.loading}
        className={styles.skeleton}
        width={QR_SIZE}
        height={QR_SIZE}
        viewBox={`0 0 ${MODULES} ${MODULES}`}
      >
        {CORNERS.map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.6" className={styles.ring} />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx="0.9" />
          </g>
        ))}
      </svg>
      <span className={styles.picture}>{picture}</span>
    </span>
  );
}
