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
