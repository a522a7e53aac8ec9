import type { LinkOutcome, Wallet } from '@prichal/dev-wallet/core';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../controls/Button';
import styles from './LinkForm.module.css';

type Props = { wallet: Wallet; outcome: LinkOutcome | null; onOutcome(outcome: LinkOutcome): void };

/** Form for a connection link. The result appears below it. */
export function LinkForm({ wallet, outcome, onOutcome }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);

  const open = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await wallet.openLink(text);
    setBusy(false);
    onOutcome(result);
    if (result.ok) setText('');
  };

  const said = outcome === null ? null : outcome.ok ? outcome.note : outcome.problem;
  return (
    <form className={styles.form} onSubmit={(event) => void open(event)}>
      <label className={styles.label} htmlFor={id}>
        Connection link
      </label>
      <div className={styles.row}>
        <input
          id={id}
          className={styles.input}
          value={text}
          placeholder="tc://… or https://…"
          aria-invalid={outcome?.ok === false}
          aria-describedby={`${id}-said`}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" disabled={busy}>
          Open link
        </Button>
      </div>
      <p
        id={`${id}-said`}
        className={styles.said}
        role="status"
        data-problem={outcome?.ok === false}
      >
        {said}
      </p>
    </form>
  );
}
