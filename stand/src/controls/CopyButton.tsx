import { useEffect, useState } from 'react';
import { Button } from './Button';
import styles from './Button.module.css';
import { Icon } from './Icon';

/** Milliseconds for which the button shows its result. */
const SAID = 1500;

type Props = {
  label: string;
  text(): string;
  /** Shows an icon instead of the label, where space is short. */
  icon?: boolean;
};

/** Copies a text, shows the result in its label, and announces it to screen readers. */
export function CopyButton({ label, text, icon = false }: Props) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setSaid('Copied'),
      () => setSaid('Not allowed to copy'),
    );
  };
  const words = said ?? label;
  return (
    <>
      {icon ? (
        <Button small look="icon" aria-label={words} title={words} onClick={copy}>
          <Icon name={said === null ? 'copy' : said === 'Copied' ? 'check' : 'alert'} size={18} />
        </Button>
      ) : (
        <Button small onClick={copy}>
          {words}
        </Button>
      )}
      <span className={styles.said} aria-live="polite">
        {said}
      </span>
    </>
  );
}
