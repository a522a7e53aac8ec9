import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Core } from '../controller/core.js';
import { loadSdk } from '../controller/load-live.js';
import { afterPaint } from '../device/after-paint.js';
import { atFirstSign } from '../device/first-sign.js';
import { savesData } from '../device/save-data.js';
import { loadDictionary } from '../language/dictionaries.js';
import type { Dictionary } from '../language/en.js';
import { Rehearsal } from './Rehearsal.js';
import { Widget } from './Widget.js';
import { WordsProvider } from './words.js';

export type MountedWidget = { dispose(): void };

/**
 * Puts the widget into its root element, in a React root of its own: it works without React around
 * it, and a fault in it stays in it.
 */
export async function mountWidget(core: Core): Promise<MountedWidget> {
  const words = await loadDictionary(core.store.get());
  const place = openPlace(core.settings.widgetRootId ?? 'tc-widget-root');
  const root = createRoot(place.element);
  root.render(
    <WordsProvider core={core} first={words}>
      <Widget core={core} />
    </WordsProvider>,
  );
  const stopWaiting = atFirstSign(() => afterPaint(() => fetchSdk(core)));
  const stopRehearsal = afterPaint(() => rehearse(core, words, place.element));
  return {
    dispose() {
      stopWaiting();
      stopRehearsal();
      // React unmounts no root while it renders another, as when a provider goes away.
      queueMicrotask(() => root.unmount());
      place.remove();
    },
  };
}

/**
 * Whoever moves may press. The SDK takes a tenth of a second of a slow phone to start; where it has
 * started before, the code stands in the sheet's first frames.
 */
function fetchSdk({ settings }: Core): void {
  if (!settings.connector && !savesData()) loadSdk().catch(() => undefined);
}

/**
 * The first screen, for a moment in which nothing is painted: code is compiled when it first runs and
 * letters are shaped when they are first laid out, and a press should wait for neither.
 */
function rehearse(core: Core, words: Dictionary, place: Element): void {
  const { wallet, modal } = core.store.get();
  // Who is connected has no use for it, and who has pressed already sees it.
  if (wallet || modal.status === 'opened') return;
  const stage = document.createElement('div');
  stage.style.cssText = 'position:fixed;visibility:hidden';
  place.append(stage);
  const root = createRoot(stage);
  flushSync(() => root.render(<Rehearsal core={core} words={words} />));
  // A task of its own: on an old phone both together would keep a finger waiting.
  setTimeout(() => {
    void stage.offsetHeight;
    root.unmount();
    stage.remove();
  });
}

/** Several widgets may share a root element; the last to leave removes the one that we made. */
function openPlace(id: string): { element: Element; remove(): void } {
  const found = document.getElementById(id);
  const holder = found ?? document.createElement('div');
  if (!found) {
    holder.id = id;
    holder.dataset.prichalMade = '';
    document.body.append(holder);
  }
  const element = document.createElement('div');
  holder.append(element);
  return {
    element,
    remove() {
      element.remove();
      if ('prichalMade' in holder.dataset && !holder.firstChild) holder.remove();
    },
  };
}
