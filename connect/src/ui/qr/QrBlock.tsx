import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { listen } from '../../core/device/listen.js';
import { reportError } from '../../core/device/report-error.js';
import type { LoadedOnce, StateView } from '../../core/internals.js';
import { firstWords } from '../../core/language/button-words.js';
import { importChunk } from '../../core/loading/import-chunk.js';
import { loadedOnce } from '../../core/loading/lazy-part.js';
import { useUiState } from '../../core/store.js';
import { Button, copyText, TextToCopy } from '../controls/Button.js';
import { Icon, TON } from '../icons/Icon.js';
import { CHECK, COPY } from '../icons/shapes.js';
import { useFlash } from '../presence.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useMinSkeletonTime } from '../use-min-skeleton-time.js';
import { useWords } from '../words.js';
import * as styles from './qr.module.css';
import { finders, QR_SIZE } from './qr-finders.js';
import type { qrShape } from './qr-shape.js';

/** How long 'Link Copied' stands, ms (product specification, section 9). */
const COPIED_MS = 1500;

type QrBlockProps = {
  internals: StateView;
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
export function QrBlock({ internals, link, picture, children }: QrBlockProps) {
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

/** Modules along a side of the codes that are to come, nearly. */
const USUAL_SIZE = 61;

type QrCodeProps = {
  /** Null draws the finders only, in grey; so does a `draw` that has not come. */
  link: string | null;
  draw: typeof qrShape | undefined;
  /** Goes into the hole, 48 px. */
  picture: ReactNode;
  /** Stands over all of it, in place of the picture: what became of a code that is not to come. */
  fault: ReactNode;
};

/** The code itself: dark on white in every theme, or cameras do not read it. */
export function QrCode({ link, draw, picture, fault }: QrCodeProps) {
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

/** In the middle of a code that any wallet can scan. */
export const TonMark = () => (
  <span className={styles.mark}>
    <Icon shape={TON} size={32} />
  </span>
);

type LateCode<T> = {
  /** Null until it is here. */
  code: T | null;
  /** Whether it could not be had. */
  lost: boolean;
  /** Asks for it again; so does a network that is back. */
  retry: () => void;
};

/** Code that is loaded when it is shown for the first time. */
export function useLateCode<T>(chunk: LoadedOnce<T>): LateCode<T> {
  const [, setArrived] = useState(chunk.current);
  const [lost, setLost] = useState(false);
  const asks = !chunk.current && !lost;
  useEffect(() => {
    if (!asks) return;
    let current = true;
    chunk.load().then(
      (loaded) => current && setArrived(() => loaded),
      (error: unknown) => {
        reportError(error);
        if (current) setLost(true);
      },
    );
    return () => {
      current = false;
    };
  }, [chunk, asks]);
  const retry = (): void => setLost(false);
  useEffect(() => (lost ? listen(window, 'online', () => setLost(false)) : undefined), [lost]);
  return { code: chunk.current, lost: lost && !chunk.current, retry };
}

/** The loader of what encodes and draws a code, which a visitor on a phone seldom needs. */
export const qrShapeChunk = /* @__PURE__ */ loadedOnce(() =>
  importChunk(() => import('./qr-shape.js'), 'qrShape'),
);
