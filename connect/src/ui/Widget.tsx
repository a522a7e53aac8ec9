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

/** The widget's root. Renders again with every change of the state. Its children do not. */
function Root({ internals, children }: { internals: StateView; children: ReactNode }) {
  return <div {...useRootProps(internals)}>{children}</div>;
}

/** The parts of the widget outside the app's React tree. An error in one part does not affect the others. */
export function Widget({ internals }: { internals: WidgetView }) {
  const androidBack = useUiSelector(internals, (state) => state.enableAndroidBackHandler);
  const telegram = useUiSelector(internals, (state) => state.telegram);
  const choosing = useUiSelector(internals, isChoosing);
  const single = useUiSelector(internals, ({ singleWalletModal: state }) =>
    state.status === 'opened' ? state.walletInfo.name : null,
  );
  // Memoised, so that opening a prerendered sheet does not render it again.
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
 * Mounts the widget in its root element. It has its own React root, so it works without React on the page,
 * and an error in it does not affect the page.
 */
export async function mountWidget(internals: WidgetView): Promise<MountedWidget> {
  const [words] = await Promise.all([
    loadDictionary(internals.store.get()),
    // On a phone, the QR code is in a tab. Elsewhere it is in the sheet's first frame, which also shows an
    // error if the code did not load.
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
      // React cannot unmount a root while it renders another, as when a provider unmounts.
      queueMicrotask(() => root.unmount());
      place.remove();
    },
  };
}

/**
 * Loads the SDK at the user's first interaction, before a press on the button. The SDK takes 100 ms to start
 * on a slow phone. If it is started before the press, the sheet's first frames have the QR code.
 */
function fetchSdk({ settings }: ConnectionContext): void {
  if (!settings.connector && !savesData()) loadSdk().catch(() => undefined);
}

/** Calls `work` once, at the first pointer movement, touch or key. Returns a function that cancels it. */
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
 * Whether to render the wallets sheet before it is opened: when the page is idle and no wallet is
 * connected.
 */
export function usePrerenderedSheet(internals: StateView): boolean | undefined {
  const wallet = useUiSelector(internals, (state) => state.wallet);
  const [prerendered, setPrerendered] = useState<boolean>();
  if (wallet && prerendered !== false) setPrerendered(false);
  useEffect(() => {
    if (wallet) return;
    // A transition renders in slices. On an old phone, one long render would block a touch.
    return afterPaint(() => startTransition(() => setPrerendered(true)));
  }, [wallet]);
  return prerendered;
}
