import { useWords } from '../words.js';
import * as styles from './wallets-modal.module.css';

type Props = { value: string; onChange: (value: string, field: HTMLElement) => void };

/** Stays in view over the list. Escape empties it first, and closes the sheet only then. */
export function SearchField({ value, onChange }: Props) {
  const { all } = useWords();
  return (
    <div className={styles.search}>
      <input
        type="search"
        aria-label={all.search}
        placeholder={all.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={({ target }) => onChange(target.value, target)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return;
          event.preventDefault();
          event.stopPropagation();
          onChange('', event.currentTarget);
        }}
      />
    </div>
  );
}
