import { useId, useState } from 'react';
import styles from './Field.module.css';
import { Hint } from './Hint';

type Props = {
  label: string;
  /** Explanation for users who see the control for the first time. */
  hint: string;
  value: string;
  placeholder: string;
  /** Allowed values, in words. Shown if `allows` returns false. */
  rule: string;
  allows(text: string): boolean;
  onChange(text: string): void;
};

/** A text field that applies its value on Enter or when it loses focus. */
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
