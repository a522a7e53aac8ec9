/**
 * A page that sends its host the messages that a test asks for, and records the host's messages.
 */
const APP = `<script>
  const heard = (window.heard = []);
  addEventListener('message', ({ data }) => {
    const { eventType, eventData } = JSON.parse(data);
    if (eventType === 'say') parent.postMessage(eventData, '*');
    else heard.push(eventType);
  });
</script>`;

/** Adds a frame with a page to the document. Settles when it has loaded. */
export async function openFrame(html = APP): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return frame;
}

/** Makes the frame's page send a message to its host. */
export function say(frame: HTMLIFrameElement, type: string, data: unknown = {}): void {
  sayText(frame, JSON.stringify({ eventType: type, eventData: data }));
}

export function sayText(frame: HTMLIFrameElement, text: string): void {
  frame.contentWindow?.postMessage(JSON.stringify({ eventType: 'say', eventData: text }), '*');
}

/** Returns the types of the messages that the frame's page has received from its host. */
export function heardBy(frame: HTMLIFrameElement): string[] {
  return [...((frame.contentWindow as (Window & { heard?: string[] }) | null)?.heard ?? [])];
}
