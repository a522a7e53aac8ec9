import type { TonConnectUI } from '@prichal/connect';
import { useId, useState } from 'react';
import styles from './Console.module.css';

/** Maximum size of a proof's payload, in bytes. */
const LONGEST = 128;

/** Sets the proof for the next connection. None if the field is empty. */
export function ProofForm({ ui, connected }: { ui: TonConnectUI; connected: boolean }) {
  const id = useId();
  const [payload, setPayload] = useState('');
  const tooLong = new TextEncoder().encode(payload).length > LONGEST;

  const change = (text: string) => {
    setPayload(text);
    const wanted = text !== '' && new TextEncoder().encode(text).length <= LONGEST;
    ui.setConnectRequestParameters(wanted ? { state: 'ready', value: { tonProof: text } } : null);
  };

  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        Connect with a proof
      </h2>
      <label className={styles.label} htmlFor={id}>
        Payload of ton_proof
      </label>
      <input
        id={id}
        className={styles.input}
        value={payload}
        placeholder="empty: no proof"
        aria-invalid={tooLong}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        onChange={({ target }) => change(target.value)}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {tooLong
          ? `Too long: at most ${LONGEST} bytes. No proof is requested.`
          : connected
            ? 'Applies to the next connection. Disconnect first.'
            : 'Enter it, then click the connect button above.'}
      </p>
    </section>
  );
}
