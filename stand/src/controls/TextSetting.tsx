import { useId, useState } from 'react';
import styles from './Field.module.css';
import { Hint } from './Hint';

type Props = {
  label: string;
  /** What it is for, for somebody who meets it the first time. */
  hint: string;
  value: string;
  placeholder: string;
  /** What is allowed, in words: shown when `allows` says no. */
  rule: string;
  allows(text: string): boolean;
  onChange(text: string): void;
};

/** A line of text that counts when it is finished: on Enter, or when the focus leaves. */
export function TextSetting({ label, hint, value, placeholder, rule, allows, onChange }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? value;
  const good = allows(text);
  const finish = () => {
    if (good && text !== value) onChange(text);
    if (good) setDraft(null);
  };
  return (
    <Hint id={`${id}-hint`} text={good ? hint : rule} className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.box}
        value={text}
        placeholder={placeholder}
        aria-invalid={!good}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => setDraft(target.value)}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
          if (key === 'Escape') setDraft(null);
        }}
      />
    </Hint>
  );
}
