import { CopyButton } from '../controls/CopyButton';
import type { DappAnswer } from './answers';
import styles from './Console.module.css';

/** Results of requests, newest first. */
export function Answers({ answers }: { answers: readonly DappAnswer[] }) {
  return (
    <section className={styles.card} aria-labelledby="answers">
      <h2 id="answers" className={styles.heading}>
        Answers
      </h2>
      {answers.length === 0 && <p className={styles.hint}>Nothing yet.</p>}
      <div role="log" aria-labelledby="answers">
        <ol className={styles.answers}>
          {answers.map(({ id, at, what, ok, json }) => (
            <li key={id} className={styles.answer} data-ok={ok}>
              <div className={styles.row}>
                <p className={styles.what}>
                  {what} <time>{new Date(at).toLocaleTimeString('en-GB')}</time>
                </p>
                <CopyButton label="Copy" text={() => json} />
              </div>
              <pre className={styles.output}>{json}</pre>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
