import type { Analytics, AnalyticsOptions } from '../analytics/analytics.js';
import { UUIDv7 } from '../protocol/uuid.js';
import type { AnalyticsMode } from '../types/options.js';
import { SDK_VERSION } from './tracker.js';

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
  const loading = import('../analytics/analytics.js').then(({ createAnalytics }) =>
    createAnalytics({ ...options, mode, version: SDK_VERSION, newId: () => UUIDv7() }),
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
