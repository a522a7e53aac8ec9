import { createRoot } from 'react-dom/client';
import { listen } from '../device/listen.js';
import { isPhoneLayout } from '../device/use-phone-layout.js';
import { loadDictionary } from '../language/load-dictionary.js';
import { afterPaint, savesData } from '../loading/after-paint.js';
import { loadSdk } from '../loading/load-sdk.js';
import type { Internals, MountedWidget } from '../types/internals.js';
import { qrShapeChunk } from './qr/load-qr-shape.js';
import { Widget } from './Widget.js';
import { openWidgetRoot } from './widget-root.js';
import { WordsProvider } from './words.js';

/**
 * Puts the widget into its root element, in a React root of its own: it works without React around
 * it, and a fault in it stays in it.
 */
export async function mountWidget(internals: Internals): Promise<MountedWidget> {
  const [words] = await Promise.all([
    loadDictionary(internals.store.get()),
    // On a phone the code is behind a tab. Elsewhere it is in the sheet's first frame; one that cannot be had
    // is said there.
    isPhoneLayout() || qrShapeChunk.load().catch(() => undefined),
  ]);
  const place = openWidgetRoot(internals.settings.widgetRootId);
  const root = createRoot(place.element);
  root.render(
    <WordsProvider internals={internals} first={words}>
      <Widget internals={internals} />
    </WordsProvider>,
  );
  const stopWaiting = onFirstInteraction(() => afterPaint(() => fetchSdk(internals)));
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
 * A visitor who moves may press the button. The SDK takes a tenth of a second to start on a slow
 * phone; when it is started before the press, the QR code is there in the sheet's first frames.
 */
function fetchSdk({ settings }: Internals): void {
  if (!settings.connector && !savesData()) loadSdk().catch(() => undefined);
}

/** Calls back once, at the visitor's first movement, touch or key. Returns a cancel. */
function onFirstInteraction(work: () => void): () => void {
  const onSign = (): void => {
    cancel();
    work();
  };
  const cancel = listen(window, 'pointermove pointerdown keydown', onSign, {
    capture: true,
    passive: true,
  });
  return cancel;
}
