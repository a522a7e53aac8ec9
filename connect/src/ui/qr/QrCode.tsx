import { type ReactNode, useMemo } from 'react';
import { useWords } from '../words.js';
import * as styles from './qr.module.css';
import { finders, QR_SIZE, qrShape } from './qr-shape.js';

/** Modules along a side of the codes that are to come, nearly. */
const USUAL_SIZE = 61;

type Props = {
  /** Null draws the finders only, in grey. */
  link: string | null;
  /** Goes into the hole, 48 px. */
  picture: ReactNode;
};

/** The code itself: dark on white in every theme, or cameras do not read it. */
export function QrCode({ link, picture }: Props) {
  const { qr } = useWords();
  const { size, flow } = useMemo(
    () => (link ? qrShape(link, true) : { size: USUAL_SIZE, flow: '' }),
    [link],
  );
  return (
    <span className={styles.code} data-waiting={link ? undefined : ''}>
      <svg
        role="img"
        aria-label={link ? qr.name : qr.loading}
        width={QR_SIZE}
        height={QR_SIZE}
        viewBox={`-.5 -.5 ${size} ${size}`}
      >
        <path d={finders(size)} />
        <path d={flow} />
      </svg>
      <span className={styles.picture}>{picture}</span>
    </span>
  );
}
