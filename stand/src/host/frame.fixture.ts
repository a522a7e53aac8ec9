/** A page that says to its host whatever it is told to say, and keeps what the host says. */
const APP = `<script>
  const heard = (window.heard = []);
  addEventListener('message', ({ data }) => {
    const { eventType, eventData } = JSON.parse(data);
    if (eventType === 'say') parent.postMessage(eventData, '*');
    else heard.push(eventType);
  });
</script>`;

/** Puts a frame with a page into the document; settles when it has loaded. */
export async function openFrame(html = APP): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  return frame;
}

/** Lets the frame's page send a message to its host. */
export function say(frame: HTMLIFrameElement, type: string, data: unknown = {}): void {
  sayText(frame, JSON.stringify({ eventType: type, eventData: data }));
}

export function sayText(frame: HTMLIFrameElement, text: string): void {
  frame.contentWindow?.postMessage(JSON.stringify({ eventType: 'say', eventData: text }), '*');
}

/** Types of the messages that the frame's page has got from its host. */
export function heardBy(frame: HTMLIFrameElement): string[] {
  return [...((frame.contentWindow as (Window & { heard?: string[] }) | null)?.heard ?? [])];
}
