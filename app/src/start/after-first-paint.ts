/** Runs a task right after the first paint; at once when the skeleton of the page is painted. */
export function afterFirstPaint(task: () => void): void {
  if (performance.getEntriesByType('paint').length > 0) task();
  // A frame callback runs before its paint, a task queued in it after.
  else requestAnimationFrame(() => setTimeout(task));
}
