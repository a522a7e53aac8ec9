import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../controls/Button';
import { CopyButton } from '../../controls/CopyButton';
import { Icon } from '../../controls/Icon';
import styles from './Timeline.module.css';
import {
  ARROW,
  clockOf,
  filtered,
  folded,
  hasSpoken,
  lineOf,
  type Moment,
  SOURCES,
  type Source,
  type Start,
} from './timeline';

const NAMES: Record<Source, readonly [name: string, words: string]> = {
  telegram: ['Telegram', 'Messages between the mini app and Telegram'],
  tonconnect: ['TON Connect', 'Requests of the app and answers of the wallet, decrypted'],
  bridge: ['Bridge', 'Streams and encrypted messages on the server'],
};

type Props = {
  moments: readonly Moment[];
  /** Shown sources, separated by commas. */
  sources: string;
  onSources(sources: string): void;
  onClear(): void;
};

/** All events on one timeline. */
export function Timeline({ moments, sources, onSources, onClear }: Props) {
  const [words, setWords] = useState('');
  // Hundreds of messages may arrive at once. The log follows when the page has time.
  const settled = useDeferredValue(moments);
  const shown = useMemo(() => filtered(settled, sources, words), [settled, sources, words]);
  const lines = useMemo(() => (words.trim() === '' ? folded(shown) : shown), [shown, words]);
  const wanted = sources.split(',');
  const toggle = (source: Source) =>
    onSources(SOURCES.filter((each) => wanted.includes(each) !== (each === source)).join(','));
  return (
    <section className={styles.timeline} aria-labelledby="timeline">
      <div className={styles.bar}>
        <h2 id="timeline" className={styles.heading}>
          What happens <span className={styles.count}>{shown.length}</span>
        </h2>
        <div className={styles.sources}>
          {SOURCES.map((source) => (
            <button
              key={source}
              type="button"
              className={styles.source}
              data-source={source}
              title={NAMES[source][1]}
              aria-pressed={wanted.includes(source)}
              onClick={() => toggle(source)}
            >
              {NAMES[source][0]}
            </button>
          ))}
        </div>
        <input
          className={styles.filter}
          type="search"
          aria-label="Only lines with these words"
          placeholder="Filter"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <div className={styles.actions}>
          <CopyButton icon label="Copy" text={() => shown.map(lineOf).join('\n')} />
          <Button small look="icon" aria-label="Clear" title="Clear" onClick={onClear}>
            <Icon name="clear" size={18} />
          </Button>
        </div>
      </div>
      <Lines lines={lines} last={shown.at(-1)?.key} />
    </section>
  );
}

/**
 * Scrolls to the newest line while the reader is at the end and points at no line. A line that the
 * user is about to press must not move.
 */
const Lines = memo(function Lines({
  lines,
  last,
}: {
  lines: readonly (Moment | Start)[];
  last: string | undefined;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const pointedAt = useRef(false);

  const follow = () => {
    const { current } = scroller;
    if (atEnd.current && !pointedAt.current) current?.scrollTo({ top: current.scrollHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is a reason to scroll
  useEffect(follow, [last]);

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      role="log"
      aria-label="What happens"
      aria-live="off"
      onPointerMove={({ pointerType }) => {
        pointedAt.current = pointerType === 'mouse';
      }}
      onPointerLeave={() => {
        pointedAt.current = false;
        follow();
      }}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {lines.length === 0 && <p className={styles.none}>No lines.</p>}
      {lines.map((line) =>
        'moments' in line ? (
          <StartLine key={line.key} start={line} />
        ) : (
          <Line key={line.key} moment={line} />
        ),
      )}
    </div>
  );
});

/** The time of a line. A narrow screen shows only its minutes and seconds. */
function Time({ at }: { at: number }) {
  const clock = clockOf(at);
  return (
    <time className={styles.time}>
      <span className={styles.precise}>{clock.slice(0, 3)}</span>
      {clock.slice(3, 8)}
      <span className={styles.precise}>{clock.slice(8)}</span>
    </time>
  );
}

function StartLine({ start }: { start: Start }) {
  const { at, moments } = start;
  // The first entry is the frame's, not a message.
  const messages = moments.length - 1;
  const dropped = moments.filter(({ note }) => note === 'dropped').length;
  return (
    <details className={styles.line} data-source="telegram">
      <summary className={styles.summary}>
        <Time at={at} />
        <span className={styles.badge}>Telegram</span>
        <span aria-hidden="true">·</span>
        <span className={styles.what}>{hasSpoken(start) ? 'app started' : 'app opened'}</span>
        <span className={styles.short}>
          {messages} {messages === 1 ? 'message' : 'messages'}
          {dropped > 0 && `, ${dropped} dropped`}
        </span>
      </summary>
      <div className={styles.folded}>
        {moments.map((moment) => (
          <Line key={moment.key} moment={moment} />
        ))}
      </div>
    </details>
  );
}

const Line = memo(OneLine, (one, other) => {
  const { key, note, direction } = one.moment;
  return (
    key === other.moment.key && note === other.moment.note && direction === other.moment.direction
  );
});

function OneLine({ moment: { at, source, direction, what, data, note } }: { moment: Moment }) {
  return (
    <details className={styles.line} data-source={source}>
      <summary className={styles.summary}>
        <Time at={at} />
        <span className={styles.badge}>{NAMES[source][0]}</span>
        <span title={direction === 'neither' ? undefined : direction}>
          <span aria-hidden="true">{ARROW[direction]}</span>
          <span className={styles.hidden}>{direction === 'neither' ? '' : direction}</span>
        </span>
        <span className={styles.what}>{what}</span>
        <span className={styles.short}>
          {note !== null && <em className={styles.note}>{note}</em>}{' '}
          {data === undefined ? '' : JSON.stringify(data)}
        </span>
      </summary>
      <pre className={styles.data}>{JSON.stringify(data ?? null, null, 2)}</pre>
    </details>
  );
}
