import { useEffect, useRef } from 'react';
import { Button } from '../controls/Button';
import { CopyButton } from '../controls/CopyButton';
import { type Log, type LogEntry, logText } from './log';
import styles from './MessageLog.module.css';

const ARROW: Record<LogEntry['direction'], string> = {
  'from app': '→',
  'to app': '←',
  host: '·',
};

type Props = { log: Log; entries: readonly LogEntry[] };

/** Everything that app and host said to each other, folded until somebody wants to see it. */
export function MessageLog({ log, entries }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const last = entries.at(-1)?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is a reason to scroll
  useEffect(() => {
    const { current } = scroller;
    current?.scrollTo({ top: current.scrollHeight });
  }, [last]);

  return (
    <details className={styles.log}>
      <summary className={styles.summary}>
        Messages <span className={styles.count}>{entries.length}</span>
        <LastMessage entry={entries.at(-1)} />
      </summary>
      <div className={styles.actions}>
        <CopyButton label="Copy as text" text={() => logText(entries)} />
        <Button small onClick={log.clear}>
          Clear
        </Button>
      </div>
      <div
        ref={scroller}
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        role="log"
        aria-label="Messages"
        aria-live="off"
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">ms</th>
              <th scope="col">
                <span className={styles.hidden}>Direction</span>
              </th>
              <th scope="col">Message</th>
              <th scope="col">Data</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ entry: { at, direction, type, data, note } }: { entry: LogEntry }) {
  return (
    <tr data-direction={direction}>
      <td className={styles.time}>{at}</td>
      <td title={direction}>
        <span aria-hidden="true">{ARROW[direction]}</span>
        <span className={styles.hidden}>{direction}</span>
      </td>
      <td>{type}</td>
      <td className={styles.data}>
        {data === undefined ? '' : JSON.stringify(data)}
        {note !== null && <em className={styles.note}>{note}</em>}
      </td>
    </tr>
  );
}

function LastMessage({ entry }: { entry: LogEntry | undefined }) {
  if (!entry) return null;
  return (
    <span className={styles.last}>
      {ARROW[entry.direction]} {entry.type}
    </span>
  );
}
