import { useId, useState } from 'react';
import { Button } from '../../controls/Button';
import { Choice } from '../../controls/Choice';
import type { Phone } from '../phone';
import { EVENT_SAMPLES } from './event-samples';
import styles from './Lab.module.css';

const [FIRST] = EVENT_SAMPLES;
const CHOICES = EVENT_SAMPLES.map(([type]) => [type, type] as const);

function sampleOf(type: string): string {
  const data = EVENT_SAMPLES.find(([each]) => each === type)?.[1] ?? null;
  return JSON.stringify(data, null, 2);
}

function parsed(json: string): { data: unknown } | null {
  try {
    return { data: JSON.parse(json) };
  } catch {
    return null;
  }
}

/** Sends the app any event, including events that Telegram would not send. */
export function EventsPanel({ phone }: { phone: Phone }) {
  const id = useId();
  const [type, setType] = useState(FIRST?.[0] ?? '');
  const [json, setJson] = useState(() => sampleOf(type));
  const read = parsed(json);
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        Send the app any event of Telegram. The log below shows its reaction.
      </p>
      <Choice<string>
        label="Event"
        hint="Type of the event. You can edit the data below."
        value={type}
        choices={CHOICES}
        onChoose={(next) => {
          setType(next);
          setJson(sampleOf(next));
        }}
      />
      <div className={styles.field}>
        <label className={styles.label} htmlFor={id}>
          Data (JSON)
        </label>
        <textarea
          id={id}
          className={styles.json}
          rows={4}
          value={json}
          aria-invalid={read === null}
          spellCheck={false}
          onChange={({ target }) => setJson(target.value)}
        />
      </div>
      <div className={styles.row}>
        <Button
          look="main"
          disabled={read === null}
          onClick={() => read && phone.send({ type, data: read.data ?? undefined })}
        >
          Send to the app
        </Button>
        {read === null && <p className={styles.problem}>The data is not valid JSON.</p>}
      </div>
    </div>
  );
}
