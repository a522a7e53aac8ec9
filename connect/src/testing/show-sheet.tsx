import { lazyChunk } from '../react/load-lazy-chunk.js';
import '../ui/theme/sheet-styles.js';
import { type ReactNode, StrictMode } from 'react';
import { expect } from 'vitest';
import { render } from 'vitest-browser-react';
import { createInternals } from '../core/create-internals.js';
import { Sheet, type SheetProps } from '../ui/sheet/Sheet.js';
import { WordsProvider } from '../ui/words.js';
import { en } from '../words/dictionaries/en.js';
import { scriptedConnector } from './scripted-connector.js';

export type ShownSheet = SheetProps & { name?: string };

/** Shows sheets only, above a page that can be scrolled, pressed and focused. */
export async function showSheets(
  sheets: ShownSheet[],
  page: ReactNode = null,
  dir: 'ltr' | 'rtl' = 'ltr',
) {
  const internals = createInternals({ connector: scriptedConnector() }, lazyChunk);
  const tree = (all: ShownSheet[], above: ReactNode) => (
    <StrictMode>
      {above}
      <div data-prichal-root="" data-theme="LIGHT" dir={dir}>
        <WordsProvider internals={internals} first={en}>
          {all.map(({ name, ...sheet }, index) => (
            <Sheet key={name ?? index} {...sheet} />
          ))}
        </WordsProvider>
      </div>
    </StrictMode>
  );
  const screen = await render(tree(sheets, page));
  return {
    screen,
    show: (all: ShownSheet[], above: ReactNode = page) => screen.rerender(tree(all, above)),
  };
}

/** Waits until all animations have ended. */
export const still = () =>
  expect
    .poll(() => document.getAnimations().some(({ playState }) => playState === 'running'))
    .toBe(false);

export const cardOf = (dialog: Element | null): HTMLElement => {
  const card = dialog?.querySelector<HTMLElement>('[data-outside] > div');
  if (!card) throw new Error('no card');
  return card;
};
