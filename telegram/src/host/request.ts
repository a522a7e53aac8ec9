import { channel } from './channel.js';

/** A question to the host and what to make of its answer. */
export interface HostRequest<Answer> {
  readonly data?: object;
  /** Event that carries the answer. */
  readonly answer: string;
  /** Reads the answer's data; undefined means "not an answer to this question". */
  readonly read: (data: unknown) => Answer | undefined;
  /** What to live with when no answer comes: silence is normal, not an error. */
  readonly fallback: Answer;
  /** Milliseconds, 150 to 300 is the useful range. Default 250. */
  readonly timeout?: number;
}

const DEFAULT_TIMEOUT_MS = 250;

/** Asks the host and waits for its answer, but never longer than the timeout. Never rejects. */
export function requestHost<Answer>(type: string, request: HostRequest<Answer>): Promise<Answer> {
  const { data, answer, read, fallback, timeout = DEFAULT_TIMEOUT_MS } = request;
  const host = channel();
  return new Promise((resolve) => {
    const finish = (value: Answer) => {
      clearTimeout(timer);
      stop();
      resolve(value);
    };
    const timer = setTimeout(() => finish(fallback), timeout);
    const stop = host.on(answer, (answered) => {
      const value = read(answered);
      if (value !== undefined) finish(value);
    });
    if (!host.post(type, data)) finish(fallback);
  });
}
