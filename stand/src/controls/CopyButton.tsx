import { useEffect, useState } from 'react';
import { Button } from './Button';

/** Milliseconds for which the button shows its result. */
const SAID = 1500;

type Props = { label: string; text(): string };

/** Copies a text and shows the result in its label. */
export function CopyButton({ label, text }: Props) {
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
  return (
    <Button small onClick={copy}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  );
}
