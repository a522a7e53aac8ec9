import type { Message } from './profiles';

/** The host's end of the line to one frame. */
export type FrameChannel = {
  /** False: the frame has not loaded the app yet, a message would be lost. */
  post(message: Message): boolean;
  close(): void;
};

/** What the app sent, or why it could not be read. */
export type Incoming = { message: Message } | { unreadable: unknown };

function parse(data: unknown): Incoming {
  try {
    const { eventType, eventData } = JSON.parse(String(data)) as Record<string, unknown>;
    return typeof eventType === 'string'
      ? { message: { type: eventType, data: eventData } }
      : { unreadable: data };
  } catch {
    return { unreadable: data };
  }
}

/** Whether the frame still holds the empty page it was born with: a message would reach nobody. */
function isEmpty(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow === null || frame.contentWindow.location.href === 'about:blank';
  } catch {
    return false;
  }
}

/**
 * Listens to one frame and to nothing else, whatever it says of itself, and answers to the origin
 * that the frame really has.
 */
export function openChannel(
  frame: HTMLIFrameElement,
  origin: string,
  receive: (incoming: Incoming) => void,
): FrameChannel {
  let target = origin;
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source === null || event.source !== frame.contentWindow) return;
    target = event.origin;
    receive(parse(event.data));
  };
  window.addEventListener('message', listen);
  return {
    post({ type, data }) {
      if (isEmpty(frame)) return false;
      const text = JSON.stringify({ eventType: type, eventData: data });
      frame.contentWindow?.postMessage(text, target);
      return true;
    },
    close: () => window.removeEventListener('message', listen),
  };
}
