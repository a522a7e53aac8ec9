import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { usePressGuard } from '../../core/device/press-guard.js';
import * as styles from './wallets-modal.module.css';

type Props = {
  label: string;
  tabs: readonly string[];
  selected: number;
  onSelect: (index: number) => void;
  /** Of the panel. */
  className: string | undefined;
  /** What the selected tab shows. */
  children: ReactNode;
};

/** The keys that move along the bar, and by how much where text runs from left to right. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
/** The keys that go to its ends. */
const ENDS: Record<string, number> = { Home: 0, End: -1 };

/**
 * A bar of tabs, and above it the panel they change: at the bottom of a sheet the bar keeps its place, however high the
 * panel is. Keys move the focus only: choosing may open something.
 */
export function Tabs({ label, tabs, selected, onSelect, className, children }: Props) {
  usePressGuard(selected);
  const id = useId();
  const tabId = (index: number): string => `${id}tab${index}`;
  const panelId = `${id}panel`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target, currentTarget } = event;
    const step = STEPS[key] ?? 0;
    if (!step && !(key in ENDS)) return;
    event.preventDefault();
    const all = [...currentTarget.children] as HTMLElement[];
    const turn = getComputedStyle(currentTarget).direction === 'rtl' ? -step : step;
    const to = ENDS[key] ?? (all.indexOf(target as HTMLElement) + turn) % all.length;
    all.at(to)?.focus();
  };
  const bar = (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab, index) => (
        <button
          key={tab}
          id={tabId(index)}
          type="button"
          role="tab"
          aria-selected={index === selected}
          aria-controls={panelId}
          tabIndex={index === selected ? 0 : -1}
          onClick={() => onSelect(index)}
        >
          {tab}
        </button>
      ))}
    </div>
  );
  return (
    <>
      <div
        key="panel"
        id={panelId}
        role="tabpanel"
        aria-labelledby={tabId(selected)}
        className={className}
      >
        {children}
      </div>
      {bar}
    </>
  );
}
