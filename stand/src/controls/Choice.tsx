import { useId } from 'react';
import styles from './Field.module.css';
import { Hint } from './Hint';

type Props<Value extends string> = {
  label: string;
  /** Explanation for users who see the control for the first time. */
  hint?: string | undefined;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChoose(value: Value): void;
};

/** A labelled select. */
export function Choice<Value extends string>({
  label,
  hint,
  value,
  choices,
  onChoose,
}: Props<Value>) {
  const id = useId();
  const field = (
    <>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={`${styles.box} ${styles.select}`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
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
    </>
  );
  if (hint === undefined) return <div className={styles.field}>{field}</div>;
  return (
    <Hint id={`${id}-hint`} text={hint} className={styles.field}>
      {field}
    </Hint>
  );
}
