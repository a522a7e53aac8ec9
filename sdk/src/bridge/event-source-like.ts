/** The part of `EventSource` that a bridge stream uses. */
export type EventSourceLike = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null;
  onerror: (() => void) | null;
  close(): void;
};
