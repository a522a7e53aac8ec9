/**
 * Runs a task right after the first paint, once. Where nothing is painted (a client that shows its
 * web view only when the app is ready), when the page has loaded.
 */
export function afterFirstPaint(task: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) task();
    isDone = true;
  };
  // A frame callback runs before its paint, a task queued in it after.
  requestAnimationFrame(() => setTimeout(once));
  window.addEventListener('load', () => setTimeout(once));
}
