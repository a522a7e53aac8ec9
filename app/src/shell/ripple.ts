/** Delay before a press shows a ripple, so that the start of a scroll shows none. */
const PRESS_DELAY_MS = 70;
/** Specified, so it is not one of the durations in styles/tokens.css. */
const RIPPLE_MS = 225;

function spread(target: HTMLElement, event: PointerEvent): void {
  const box = target.getBoundingClientRect();
  const radius = Math.hypot(box.width, box.height);
  const wave = document.createElement('span');
  wave.className = 'ripple';
  Object.assign(wave.style, {
    left: `${event.clientX - box.left - radius}px`,
    top: `${event.clientY - box.top - radius}px`,
    width: `${radius * 2}px`,
    height: `${radius * 2}px`,
  });
  target.append(wave);
  wave
    .animate(
      [
        { transform: 'scale(0.1)', opacity: 0.16 },
        { transform: 'scale(1)', opacity: 0 },
      ],
      { duration: RIPPLE_MS, easing: getComputedStyle(target).getPropertyValue('--ease') },
    )
    .finished.finally(() => wave.remove());
}

/**
 * Installs the Material press ripple for elements marked `data-ripple`, except on Apple clients.
 * Uses one listener for the whole page. Does nothing if the user prefers reduced motion.
 */
export function installRipple(platform: string): void {
  if (platform === 'ios' || platform === 'macos') return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  document.addEventListener('pointerdown', (event) => {
    const target = (event.target as Element | null)?.closest<HTMLElement>('[data-ripple]');
    if (!target || event.button !== 0 || calm.matches) return;
    const timer = setTimeout(() => spread(target, event), PRESS_DELAY_MS);
    const end = new AbortController();
    const release = (ended: PointerEvent) => {
      end.abort();
      clearTimeout(timer);
      // A quick tap ends before the delay, so its ripple starts when it ends.
      const quick = ended.timeStamp - event.timeStamp < PRESS_DELAY_MS;
      if (quick && ended.type === 'pointerup') spread(target, event);
    };
    document.addEventListener('pointerup', release, { signal: end.signal });
    document.addEventListener('pointercancel', release, { signal: end.signal });
  });
}
