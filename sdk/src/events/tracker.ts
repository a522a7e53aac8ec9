import { UUIDv7 } from '../protocol/uuid.js';
import type {
  AddTonConnectPrefix,
  EventDispatcher,
  RemoveTonConnectPrefix,
  SdkActionEvent,
  Version,
} from '../types/events.js';
import type { AnalyticsMode } from '../types/ton-connect.js';
import type { Analytics, AnalyticsOptions } from './analytics.js';
import { createRequestVersionEvent, createResponseVersionEvent } from './create-events.js';

/** Version of `@tonconnect/sdk` whose API and events this package has. Events and analytics report it. */
export const SDK_VERSION = '3.4.1';

export type Tracker = {
  /** Versions of this package and of the widget, if there is one. */
  version(): Version;
  /** Makes an event with `create` and dispatches it. Errors are dropped. */
  track<A extends unknown[]>(
    create: (version: Version, ...args: A) => SdkActionEvent,
    ...args: A
  ): void;
  /** Removes the listeners of the tracker. */
  close(): void;
};

/**
 * Dispatches the events of a connector under the prefix `ton-connect-`, and answers requests for its
 * version. A dispatcher that fails does not disturb the connector.
 */
export function createTracker(dispatcher: EventDispatcher<SdkActionEvent>): Tracker {
  /** Version of the widget, once it has answered. */
  let uiVersion: string | null = null;
  let isClosed = false;
  const removers: (() => void)[] = [];

  const version = (): Version => ({
    ton_connect_sdk_lib: SDK_VERSION,
    ton_connect_ui_lib: uiVersion,
  });

  const dispatch = (event: SdkActionEvent): void => {
    const name = `ton-connect-${event.type}` as const;
    const dispatched = dispatcher.dispatchEvent(name, event as SdkActionEvent & { type: never });
    dispatched?.catch?.(() => undefined);
  };

  const keep = (remove: () => void): void => {
    if (isClosed) remove();
    else removers.push(remove);
  };

  const exchangeVersions = async (): Promise<void> => {
    keep(
      await dispatcher.addEventListener('ton-connect-request-version', () =>
        dispatch(createResponseVersionEvent(SDK_VERSION)),
      ),
    );
    keep(
      await dispatcher.addEventListener(
        'ton-connect-ui-response-version',
        ({ detail }) => {
          uiVersion = detail.version;
        },
        { once: true },
      ),
    );
    await dispatcher.dispatchEvent('ton-connect-ui-request-version', createRequestVersionEvent());
  };

  exchangeVersions().catch(() => undefined);

  return {
    version,
    track(create, ...args) {
      try {
        dispatch(create(version(), ...args));
      } catch {
        // An error in an event must not fail the connection.
      }
    },
    close() {
      isClosed = true;
      for (const remove of removers.splice(0)) remove();
    },
  };
}

const page = (): Window | undefined => (typeof window === 'undefined' ? undefined : window);

/** Dispatches events on `window`, as `CustomEvent`s. Does nothing outside browsers. */
export class BrowserEventDispatcher<T extends { type: string }> implements EventDispatcher<T> {
  /** Dispatches an event. */
  async dispatchEvent<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    eventDetails: T & { type: RemoveTonConnectPrefix<P> },
  ): Promise<void> {
    page()?.dispatchEvent(new CustomEvent(eventName, { detail: eventDetails }));
  }

  /**
   * Calls `listener` for each event of the name.
   * @returns A function that removes the listener.
   */
  async addEventListener<P extends AddTonConnectPrefix<T['type']>>(
    eventName: P,
    listener: (event: CustomEvent<T & { type: RemoveTonConnectPrefix<P> }>) => void,
    options?: AddEventListenerOptions,
  ): Promise<() => void> {
    const target = page();
    const heard = listener as (event: Event) => void;
    target?.addEventListener(eventName, heard, options);
    return () => target?.removeEventListener(eventName, heard, options);
  }
}

/**
 * Loads analytics, unless they are off. Events that are reported meanwhile are kept.
 * @param options `mode` is `telemetry` by default.
 */
export function loadAnalytics({
  mode = 'telemetry',
  ...options
}: Omit<AnalyticsOptions, 'mode' | 'newId' | 'version'> & { mode?: AnalyticsMode | undefined }):
  | Analytics
  | undefined {
  if (mode === 'off') return undefined;
  const loading = import('./analytics.js').then((module) =>
    module.createAnalytics({ ...options, mode, version: SDK_VERSION, newId: () => UUIDv7() }),
  );
  // An app works without analytics.
  const whenLoaded = (use: (analytics: Analytics) => void): void =>
    void loading.then(use).catch(() => undefined);
  return {
    report: (name, details) => whenLoaded((analytics) => analytics.report(name, details)),
    setWalletListDownloadDuration: (duration) =>
      whenLoaded((analytics) => analytics.setWalletListDownloadDuration(duration)),
    close: () => whenLoaded((analytics) => analytics.close()),
  };
}
