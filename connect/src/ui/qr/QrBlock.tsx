import { type ReactNode, useCallback } from 'react';
import { copyText } from '../../device/clipboard.js';
import { Button } from '../controls/Button.js';
import { Icon } from '../icons/Icon.js';
import { CHECK, COPY } from '../icons/shapes.js';
import { useFlash } from '../presence/use-flash.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords } from '../words.js';
import { QrCode } from './QrCode.js';
import { QrSkeleton } from './QrSkeleton.js';
import styles from './qr.module.css';

/** How long 'Link Copied' stands, ms (product specification, section 9). */
const COPIED_MS = 1500;

type Props = { /** Null while it is being made. */ link: string | null; picture: ReactNode };

/** A code to scan. Pressing it, or the button below, copies its link. */
export function QrBlock({ link, picture }: Props) {
  const words = useWords();
  const { announce } = useSheet();
  const [copied, flashCopied] = useFlash(COPIED_MS);

  const copy = useCallback(async () => {
    if (!link) return;
    const done = await copyText(link);
    if (done) flashCopied();
    announce(done ? words.linkCopied : words.copyFailed);
  }, [link, flashCopied, announce, words]);

  return (
    <div className={styles.block}>
      {link ? (
        <button type="button" className={styles.card} onClick={() => void copy()}>
          <QrCode link={link} picture={picture} />
        </button>
      ) : (
        <div className={styles.card}>
          <QrSkeleton picture={picture} />
        </div>
      )}
      <Button disabled={!link} onClick={() => void copy()}>
        {copied ? <Icon shape={CHECK} size={20} /> : <Icon shape={COPY} />}
        {copied ? words.linkCopied : words.copyLink}
      </Button>
    </div>
  );
}
