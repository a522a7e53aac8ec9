import { useId } from 'react';
import styles from './Field.module.css';

type Props<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChoose(value: Value): void;
};

/** A labelled list to choose from. */
export function Choice<Value extends string>({ label, value, choices, onChoose }: Props<Value>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={`${styles.box} ${styles.select}`}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(([each]) => each === target.value);
          if (chosen) onChoose(chosen[0]);
        }}
      >
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
