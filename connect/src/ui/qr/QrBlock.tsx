import type { ReactNode } from 'react';
import { copyText } from '../../device/clipboard.js';
import { Button } from '../controls/Button.js';
import { Icon } from '../icons/Icon.js';
import { CHECK, COPY } from '../icons/shapes.js';
import { useFlash } from '../presence/use-flash.js';
import { useMinSkeletonTime } from '../presence/use-min-skeleton-time.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords } from '../words.js';
import { QrCode } from './QrCode.js';
import * as styles from './qr.module.css';

/** How long 'Link Copied' stands, ms (product specification, section 9). */
const COPIED_MS = 1500;

type Props = {
  /** Null while it is being made. */
  link: string | null;
  picture: ReactNode;
  /** Stands beside the button that copies. */
  children?: ReactNode;
};

/** A code to scan. Pressing it, or the button below, copies its link. */
export function QrBlock({ link, picture, children }: Props) {
  const words = useWords();
  const { announce } = useSheet();
  const [copied, flashCopied] = useFlash(COPIED_MS);
  const ready = useMinSkeletonTime(link !== null);

  const copy = async (): Promise<void> => {
    const done = await copyText(link ?? '');
    if (done) flashCopied();
    announce(done ? words.linkCopied : words.copyFailed);
  };
  return (
    <div className={styles.block}>
      <button type="button" className={styles.card} disabled={!ready} onClick={() => void copy()}>
        <QrCode link={ready ? link : null} picture={picture} />
      </button>
      <div className={styles.actions}>
        <Button disabled={!ready} onClick={() => void copy()}>
          {/* Elements with keys of their own: a reused element that moves would count as a
              layout shift. */}
          <Icon key={String(copied)} shape={copied ? CHECK : COPY} size={20} />
          {copied ? words.linkCopied : words.copyLink}
        </Button>
        {children}
      </div>
    </div>
  );
}
