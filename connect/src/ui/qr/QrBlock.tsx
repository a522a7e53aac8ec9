import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../../device/clipboard.js';
import { firstWords } from '../../language/button-words.js';
import { useUiState } from '../../store/use-ui-selector.js';
import type { Internals } from '../../types/internals.js';
import { Button } from '../controls/Button.js';
import { TextToCopy } from '../controls/TextToCopy.js';
import { Icon } from '../icons/Icon.js';
import { CHECK, COPY } from '../icons/shapes.js';
import { useFlash } from '../presence/use-flash.js';
import { useMinSkeletonTime } from '../presence/use-min-skeleton-time.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useLateCode } from '../use-late-code.js';
import { useWords } from '../words.js';
import { qrShapeChunk } from './load-qr-shape.js';
import { QrCode } from './QrCode.js';
import * as styles from './qr.module.css';

/** How long 'Link Copied' stands, ms (product specification, section 9). */
const COPIED_MS = 1500;

type Props = {
  internals: Internals;
  /** Null while it is being made. */
  link: string | null;
  picture: ReactNode;
  /** Stands beside the button that copies. */
  children?: ReactNode;
};

/**
 * A code to scan. Pressing it, or the button below, copies its link. What draws it comes when it is shown;
 * when that cannot be had, the code says so and a press asks again, while the link can be copied.
 */
export function QrBlock({ internals, link, picture, children }: Props) {
  const words = useWords();
  const { announce } = useSheet();
  const [copied, flashCopied] = useFlash(COPIED_MS);
  const [refused, setRefused] = useState(false);
  const { code, lost, retry } = useLateCode(qrShapeChunk);
  const ready = useMinSkeletonTime(link !== null && (code !== null || lost));
  const { notLoaded } = firstWords(useUiState(internals));
  const fault = lost && `${notLoaded} ${words.retry}`;
  useEffect(() => {
    if (lost) announce(notLoaded);
  }, [announce, lost, notLoaded]);

  const copy = async (): Promise<void> => {
    const done = await copyText(link ?? '');
    if (done) flashCopied();
    setRefused(!done);
    announce(done ? words.linkCopied : words.copyFailed);
  };
  return (
    <div className={styles.block}>
      <button
        type="button"
        className={styles.card}
        disabled={!ready && !lost}
        aria-label={fault || undefined}
        onClick={lost ? retry : () => void copy()}
      >
        <QrCode
          link={ready ? link : null}
          draw={code?.qrShape}
          picture={picture}
          fault={
            lost && (
              <>
                {notLoaded} <b>{words.retry}</b>
              </>
            )
          }
        />
      </button>
      <div className={styles.actions}>
        <Button disabled={!ready} onClick={() => void copy()}>
          {/* Elements with keys of their own: a reused element that moves would count as a
              layout shift. */}
          <Icon key={String(copied)} shape={copied ? CHECK : COPY} size={20} />
          {refused ? words.copyFailed : copied ? words.linkCopied : words.copyLink}
        </Button>
        {refused && <TextToCopy text={link ?? ''} />}
        {children}
      </div>
    </div>
  );
}
