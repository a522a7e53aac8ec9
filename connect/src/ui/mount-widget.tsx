import { createRoot } from 'react-dom/client';
import type { Core } from '../controller/core.js';
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
  return {
    dispose() {
      // React unmounts no root while it renders another, as when a provider goes away.
      queueMicrotask(() => root.unmount());
      place.remove();
    },
  };
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
