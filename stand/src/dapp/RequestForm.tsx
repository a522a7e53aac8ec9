import { toUserFriendlyAddress } from '@prichal/connect';
import { useId, useState } from 'react';
import { Button } from '../controls/Button';
import styles from './Console.module.css';
import { PRESETS, type Preset } from './presets';

/** Placeholder address for presets if no wallet is connected. */
const NOBODY = 'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ';

type Props = {
  /** Raw address and network of the connected account. */
  address: string | null;
  chain: string | null;
  onSend(method: Preset['method'], request: unknown): Promise<void>;
};

function parse(json: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns a preset's request as JSON, valid from now on. */
function fill(preset: Preset, address: string | null, chain: string | null): string {
  const to = address === null ? NOBODY : toUserFriendlyAddress(address, chain === '-3');
  return JSON.stringify(preset.make(Math.floor(Date.now() / 1000), to), null, 2);
}

/** A request as JSON: filled from a preset, editable, sent unchanged. */
export function RequestForm({ address, chain, onSend }: Props) {
  const id = useId();
  const [method, setMethod] = useState<Preset['method']>('sendTransaction');
  const [json, setJson] = useState('');
  const [busy, setBusy] = useState(false);
  const parsed = parse(json);
  const problem = json !== '' && 'problem' in parsed ? parsed.problem : null;

  const send = async () => {
    if ('problem' in parsed) return;
    setBusy(true);
    await onSend(method, parsed.value);
    setBusy(false);
  };

  return (
    <section className={styles.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        Send a request
      </h2>
      <div className={styles.presets}>
        {PRESETS.map((preset) => (
          <Button
            key={preset.name}
            small
            onClick={() => {
              setMethod(preset.method);
              setJson(fill(preset, address, chain));
            }}
          >
            {preset.name}
          </Button>
        ))}
      </div>
      <label className={styles.label} htmlFor={id}>
        Request for {method}
      </label>
      <textarea
        id={id}
        className={styles.json}
        value={json}
        rows={6}
        placeholder="Choose one above, or write JSON"
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        spellCheck={false}
        onChange={({ target }) => setJson(target.value)}
      />
      <p id={`${id}-problem`} className={styles.problem}>
        {problem}
      </p>
      <div className={styles.row}>
        <Button
          look="main"
          disabled={busy || json === '' || problem !== null}
          onClick={() => void send()}
        >
          Send to the wallet
        </Button>
        {address === null && <p className={styles.hint}>Connect a wallet first.</p>}
      </div>
    </section>
  );
}
