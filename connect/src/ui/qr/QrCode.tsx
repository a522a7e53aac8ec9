import { type ReactNode, useMemo } from 'react';
import { useWords } from '../words.js';
import * as styles from './qr.module.css';
import { finders, QR_SIZE } from './qr-finders.js';
import type { qrShape } from './qr-shape.js';

/** Modules along a side of the codes that are to come, nearly. */
const USUAL_SIZE = 61;

type Props = {
  /** Null draws the finders only, in grey; so does a `draw` that has not come. */
  link: string | null;
  draw: typeof qrShape | undefined;
  /** Goes into the hole, 48 px. */
  picture: ReactNode;
  /** Stands over all of it, in place of the picture: what became of a code that is not to come. */
  fault: ReactNode;
};

/** The code itself: dark on white in every theme, or cameras do not read it. */
export function QrCode({ link, draw, picture, fault }: Props) {
  const { qr } = useWords();
  const { size, flow } = useMemo(
    () => (link && draw ? draw(link, true) : { size: USUAL_SIZE, flow: '' }),
    [link, draw],
  );
  return (
    <span className={styles.code} data-waiting={flow ? undefined : ''}>
      <svg
        role="img"
        aria-label={flow ? qr.name : qr.loading}
        width={QR_SIZE}
        height={QR_SIZE}
        viewBox={`-.5 -.5 ${size} ${size}`}
      >
        <path d={finders(size)} />
        <path d={flow} />
      </svg>
      <span className={fault ? styles.fault : styles.picture}>{fault || picture}</span>
    </span>
  );
}
