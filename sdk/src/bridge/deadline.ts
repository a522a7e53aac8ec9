/** A running deadline. It releases its timer and its listener when `signal` aborts. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Stops the deadline: `signal` does not abort any more. */
  end(): void;
};

/** Starts a deadline: its signal aborts after `delayMs`, or as soon as `outer` aborts. */
export function startDeadline(delayMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = (): void => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  };
  const abort = (): void => {
    end();
    controller.abort();
  };
  const timer = setTimeout(abort, delayMs);
  outer?.addEventListener('abort', abort);
  if (outer?.aborted) abort();
  return { signal: controller.signal, end };
}
