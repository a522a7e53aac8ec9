import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { usePressGuard } from '../../core/device/press-guard.js';
import * as styles from './wallets-modal.module.css';

type Props = {
  label: string;
  tabs: readonly string[];
  selected: number;
  onSelect: (index: number) => void;
  /** Class of the panel. */
  className: string | undefined;
  /** Content of the selected tab. */
  children: ReactNode;
};

/** The keys that move along the bar, and their steps in left-to-right text. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
/** The keys that move to its ends. */
const ENDS: Record<string, number> = { Home: 0, End: -1 };

/**
 * A bar of tabs with its panel above, so that the bar at the bottom of a sheet does not move when the panel's height
 * changes. Keys only move the focus, because a selection may open a wallet.
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
