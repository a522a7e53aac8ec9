import type { KeyboardEvent } from 'react';
import * as styles from './wallets-modal.module.css';

type Props = {
  label: string;
  tabs: readonly string[];
  selected: number;
  onSelect: (index: number) => void;
};

/** The keys that move along the bar, and by how much where text runs from left to right. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** A bar of tabs. Arrows move the focus only: choosing one may open something. */
export function Tabs({ label, tabs, selected, onSelect }: Props) {
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent): void => {
    const step = STEPS[key];
    if (!step) return;
    const all = [...currentTarget.children] as HTMLElement[];
    const turn = getComputedStyle(currentTarget).direction === 'rtl' ? -step : step;
    all.at((all.indexOf(target as HTMLElement) + turn) % all.length)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab, index) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={index === selected}
          tabIndex={index === selected ? 0 : -1}
          onClick={() => onSelect(index)}
        >
          {tab}
        </button>
      ))}
    </div>
  );
}
