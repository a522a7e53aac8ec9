import { useEffect, useState } from 'react';
import { listen } from '../device/listen.js';
import { reportError } from '../device/report-error.js';
import type { LoadedOnce } from '../types/internals.js';

type LateCode<T> = {
  /** Null until it is here. */
  code: T | null;
  /** Whether it could not be had. */
  lost: boolean;
  /** Asks for it again; so does a network that is back. */
  retry: () => void;
};

/** Code that is loaded when it is shown for the first time. */
export function useLateCode<T>(chunk: LoadedOnce<T>): LateCode<T> {
  const [, setArrived] = useState(chunk.current);
  const [lost, setLost] = useState(false);
  const asks = !chunk.current && !lost;
  useEffect(() => {
    if (!asks) return;
    let current = true;
    chunk.load().then(
      (loaded) => current && setArrived(() => loaded),
      (error: unknown) => {
        reportError(error);
        if (current) setLost(true);
      },
    );
    return () => {
      current = false;
    };
  }, [chunk, asks]);
  const retry = (): void => setLost(false);
  useEffect(() => (lost ? listen(window, 'online', () => setLost(false)) : undefined), [lost]);
  return { code: chunk.current, lost: lost && !chunk.current, retry };
}
