import { useId, useState } from 'react';
import styles from './Field.module.css';

type Props = {
  label: string;
  value: string;
  placeholder: string;
  /** What is allowed, in words: shown when `allows` says no. */
  rule: string;
  allows(text: string): boolean;
  onChange(text: string): void;
};

/** A line of text that counts when it is finished: on Enter, or when the focus leaves. */
export function TextSetting({ label, value, placeholder, rule, allows, onChange }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? value;
  const good = allows(text);
  const finish = () => {
    if (good && text !== value) onChange(text);
    if (good) setDraft(null);
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.box}
        value={text}
        placeholder={placeholder}
        aria-invalid={!good}
        title={good ? undefined : rule}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => setDraft(target.value)}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
          if (key === 'Escape') setDraft(null);
        }}
      />
    </div>
  );
}
