import { type ReactNode, useMemo } from 'react';
import { useWords } from '../words.js';
import styles from './qr.module.css';
import { QR_SIZE, qrShape } from './qr-shape.js';

type Props = { link: string /** Goes into the hole, 48 px. */; picture: ReactNode };

/** The code itself: dark on white in every theme, or cameras do not read it. */
export function QrCode({ link, picture }: Props) {
  const words = useWords();
  const { modules, finders, flow } = useMemo(() => qrShape(link, true), [link]);
  return (
    <span className={styles.code}>
      <svg
        role="img"
        aria-label={words.qr.name}
        width={QR_SIZE}
        height={QR_SIZE}
        viewBox={`0 0 ${modules} ${modules}`}
      >
        <path d={finders} fillRule="evenodd" />
        <path d={flow} />
      </svg>
      <span className={styles.picture}>{picture}</span>
    </span>
  );
}
