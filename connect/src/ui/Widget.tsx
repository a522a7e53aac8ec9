import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { listen } from '../core/device/listen.js';
import type { ConnectionContext, MountedWidget, StateView, WidgetView } from '../core/internals.js';
import { loadDictionary } from '../core/language/load-dictionary.js';
import { afterPaint, savesData } from '../core/loading/after-paint.js';
import { loadSdk } from '../core/loading/load-sdk.js';
import { closeModal } from '../core/modal.js';
import { isChoosing, useUiSelector } from '../core/store.js';
import { Boundary } from './Boundary.js';
import { qrShapeChunk } from './qr/QrBlock.js';
import { Sheet } from './sheet/Sheet.js';
import { useRootProps } from './theme/use-root-props.js';
import { useConnectedChunk } from './use-connected-chunk.js';
import { isPhoneLayout } from './use-device.js';
import { WalletsModal } from './wallets/WalletsModal.js';
import { openWidgetRoot } from './widget-root.js';
import { WordsProvider } from './words.js';

/** Renders again with every change of the state; what is in it does not. */
function Root({ internals, children }: { internals: StateView; children: ReactNode }) {
  return <div {...useRootProps(internals)}>{children}</div>;
}

/** Everything of the widget that is not in the host's own tree. A fault in one part stays in it. */
export function Widget({ internals }: { internals: WidgetView }) {
  const androidBack = useUiSelector(internals, (state) => state.enableAndroidBackHandler);
  const telegram = useUiSelector(internals, (state) => state.telegram);
  const choosing = useUiSelector(internals, isChoosing);
  const single = useUiSelector(internals, ({ singleWalletModal: state }) =>
    state.status === 'opened' ? state.walletInfo.name : null,
  );
  // Memoised, so that opening a sheet that is rendered already renders nothing again.
  const wallets = useMemo(
    () => <WalletsModal key={single} internals={internals} />,
    [internals, single],
  );
  const connected = useUiSelector(internals, ({ wallet }) => wallet !== null);
  const asked = useUiSelector(internals, ({ requests }) => requests.length > 0);
  const requests = useConnectedChunk(internals, connected, asked);
  return (
    <Root internals={internals}>
      <Boundary>
        <Sheet
          open={choosing}
          prerendered={usePrerenderedSheet(internals)}
          androidBack={androidBack}
          telegram={telegram}
          onDismiss={() => closeModal(internals, 'action-cancelled')}
        >
          {wallets}
        </Sheet>
      </Boundary>
      {requests && <requests.RequestParts internals={internals} />}
    </Root>
  );
}

/**
 * Puts the widget into its root element, in a React root of its own: it works without React around
 * it, and a fault in it stays in it.
 */
export async function mountWidget(internals: WidgetView): Promise<MountedWidget> {
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
function fetchSdk({ settings }: ConnectionContext): void {
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

/**
 * Whether the wallets sheet should be rendered before it is opened: once the page is idle, while no
 * wallet is connected.
 */
export function usePrerenderedSheet(internals: StateView): boolean | undefined {
  const wallet = useUiSelector(internals, (state) => state.wallet);
  const [prerendered, setPrerendered] = useState<boolean>();
  if (wallet && prerendered !== false) setPrerendered(false);
  useEffect(() => {
    if (wallet) return;
    // A transition renders in slices: on an old phone one long render would block a touch.
    return afterPaint(() => startTransition(() => setPrerendered(true)));
  }, [wallet]);
  return prerendered;
}
