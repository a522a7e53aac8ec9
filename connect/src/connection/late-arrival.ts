const POLL_MS = 50;

/** Waits until something is on the page, or has been waited for long enough. */
export function arrives(isHere: () => boolean, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const started = Date.now();
    const look = (): void => {
      if (!isHere() && Date.now() - started < deadlineMs) setTimeout(look, POLL_MS);
      else resolve();
    };
    look();
  });
}
