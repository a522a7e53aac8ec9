const shown = new Set<string>();

/** Writes a warning to the console, once on a page. */
export function warnOnce(message: string): void {
  if (shown.has(message)) return;
  shown.add(message);
  // biome-ignore lint/suspicious/noConsole: the developer of the page has to see what is skipped
  console.warn(message);
}
