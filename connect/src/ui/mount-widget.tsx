import { createRoot } from 'react-dom/client';
import type { Core } from '../controller/core.js';
import { loadSdk } from '../controller/load-live.js';
import { afterPaint } from '../device/after-paint.js';
import { atFirstSign } from '../device/first-sign.js';
import { savesData } from '../device/save-data.js';
import { loadDictionary } from '../language/dictionaries.js';
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
  return {
    dispose() {
      stopWaiting();
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
