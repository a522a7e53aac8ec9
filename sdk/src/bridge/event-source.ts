import type { EventSourceLike } from './event-source-like.js';

type EventSourceClass = new (url: string) => EventSourceLike;

/**
 * The platform's `EventSource`, or one over `fetch` where the platform has none (Node.js).
 */
export async function eventSourceClass(): Promise<EventSourceClass> {
  const { EventSource } = globalThis as { EventSource?: unknown };
  if (EventSource) return EventSource as EventSourceClass;
  return (await import('./fetch-event-source.js')).FetchEventSource;
}
