import type { Message } from './profiles';

/** The host's end of the message channel to one frame. */
export type FrameChannel = {
  /** Returns false if the frame has not loaded the app yet, so that the message would be lost. */
  post(message: Message): boolean;
  close(): void;
};

/** A message from the app, or data that could not be read. */
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

/** Returns whether the frame still has its initial empty page, which receives no messages. */
function isEmpty(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow === null || frame.contentWindow.location.href === 'about:blank';
  } catch {
    return false;
  }
}

/**
 * Opens a channel to one frame. It ignores all other windows, whatever their messages claim, and
 * posts only to the frame's actual origin.
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
