import type { EventDispatcher } from '../types/dispatcher.js';
import type { SdkActionEvent } from '../types/events.js';
import type { AnalyticsMode, IEnvironment } from '../types/options.js';
import { EventQueue } from './event-queue.js';
import { followActions } from './follow-actions.js';

/** Network Information API. Chromium only. */
type Connection = { rtt?: number; effectiveType?: string; type?: string };

/** Returns the time between the request for the page and its first byte, in ms. */
export function pageFields(): { conn_ttfb?: number } {
  const [entry] = globalThis.performance?.getEntriesByType?.('navigation') ?? [];
  const { requestStart, responseStart } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return requestStart && responseStart
    ? { conn_ttfb: Math.round(responseStart - requestStart) }
    : {};
}

/** Returns the present round-trip time in ms, and the kind of the network. */
export function networkFields(): { conn_rtt?: number; conn_network_type?: string } {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: Connection };
  const type = connection?.effectiveType || connection?.type;
  return {
    ...(connection?.rtt === undefined ? {} : { conn_rtt: connection.rtt }),
    ...(type ? { conn_network_type: type } : {}),
  };
}

/**
 * Where analytics come from. Code of the connector is passed, not imported: bundlers would make chunks
 * of it.
 */
export type AnalyticsOptions = {
  /** Version of the connector. */
  version: string;
  /** Makes a UUID. */
  newId: () => string;
  mode: Exclude<AnalyticsMode, 'off'>;
  environment: IEnvironment | undefined;
  manifestUrl: string;
  eventDispatcher: EventDispatcher<SdkActionEvent>;
};

/** Analytics of one connector. */
export type Analytics = {
  /** Reports an event of a provider. `name` is in kebab case. */
  report(name: string, details: Record<string, unknown>): void;
  /** Duration of the latest download of the wallets list in ms. Undefined if it failed. */
  setWalletListDownloadDuration(duration: number | undefined): void;
  /** Stops to follow the events of the connector, and sends what is left. */
  close(): void;
};

/** Starts to send the events of a connector to `analytics.ton.org`. */
export function createAnalytics({
  version,
  newId,
  mode,
  environment,
  manifestUrl,
  eventDispatcher,
}: AnalyticsOptions): Analytics {
  const queue = new EventQueue(mode, newId);
  const base: Record<string, unknown> = {
    subsystem: 'dapp-sdk',
    version,
    client_environment: environment?.getClientEnvironment?.() ?? '',
    ...pageFields(),
  };
  const user = environment?.getTelegramUser();
  const shared = {
    browser: environment?.getBrowser() ?? '',
    platform: environment?.getPlatform() ?? '',
    manifest_json_url: manifestUrl,
    locale: environment?.getLocale() ?? '',
    ...(user && { tg_id: user.id, tma_is_premium: user.isPremium }),
  };
  const report: Analytics['report'] = (event_name, details) =>
    queue.add({ ...base, ...networkFields(), event_name, ...details });
  const stop = followActions(eventDispatcher, (name, details) =>
    report(name, { ...shared, origin_url: originWithPath(), ...details }),
  );
  return {
    report,
    setWalletListDownloadDuration(duration) {
      base.wallet_list_download_duration = duration;
    },
    close() {
      stop();
      queue.close();
    },
  };
}

function originWithPath(): string {
  const { origin, pathname } = globalThis.location ?? {};
  return origin && pathname ? origin + pathname : '';
}
