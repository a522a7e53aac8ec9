/** 1.6 Mbit/s down, 750 kbit/s up and 150 ms from request to answer, for DevTools' emulation. */
export const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
