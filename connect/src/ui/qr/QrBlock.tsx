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

/** How long 'Link Copied' is shown, ms (product specification, section 9). */
const COPIED_MS = 1500;

type QrBlockProps = {
  internals: StateView;
  /** Null until it is created. */
  link: string | null;
  picture: ReactNode;
  /** Shown next to the copy button. */
  children?: ReactNode;
};

/**
 * A QR code. A press on it, or on the button below, copies its link. Its drawing code loads when it is shown. If that
 * fails, it shows an error and a press retries the load. The link can still be copied.
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
          {/* Separate keys, because a reused element that moves would count as a layout shift. */}
          <Icon key={String(copied)} shape={copied ? CHECK : COPY} size={20} />
          {refused ? words.copyFailed : copied ? words.linkCopied : words.copyLink}
        </Button>
        {refused && <TextToCopy text={link ?? ''} />}
        {children}
      </div>
    </div>
  );
}

/** Approximate number of modules along a side, for the placeholder. */
const USUAL_SIZE = 61;

type QrCodeProps = {
  /** If it is null, or `draw` is not loaded, only the finders are drawn, in grey. */
  link: string | null;
  draw: typeof qrShape | undefined;
  /** Shown in the hole, 48 px. */
  picture: ReactNode;
  /** An error, shown over the whole code instead of the picture. */
  fault: ReactNode;
};

/** The drawn code. It is dark on white in every theme, because cameras need that. */
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

/** The picture in a code that any wallet can scan. */
export const TonMark = () => (
  <span className={styles.mark}>
    <Icon shape={TON} size={32} />
  </span>
);

type LateCode<T> = {
  /** Null until it is loaded. */
  code: T | null;
  /** Whether the load failed. */
  lost: boolean;
  /** Loads it again. Also called when the network is back. */
  retry: () => void;
};

/** Returns code that loads when the component is first shown. */
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

/** The loader of the code that encodes and draws QR codes. A user on a phone seldom needs it. */
export const qrShapeChunk = /* @__PURE__ */ loadedOnce(() =>
  importChunk(() => import('./qr-shape.js'), 'qrShape'),
);
