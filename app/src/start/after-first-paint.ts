/**
 * Runs a task once, right after the first paint. If nothing is painted (some clients show the web
 * view only when the app is ready), runs it when the page has loaded.
 */
export function afterFirstPaint(task: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) task();
    isDone = true;
  };
  // A frame callback runs before its paint. A task that it queues runs after the paint.
  requestAnimationFrame(() => setTimeout(once));
  window.addEventListener('load', () => setTimeout(once));
}
