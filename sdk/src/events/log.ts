/** Writes a message for developers to the console. It must not contain keys or contents of messages. */
export const log = (level: 'warn' | 'error', ...details: unknown[]): void =>
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the console.
  console[level](...details);
