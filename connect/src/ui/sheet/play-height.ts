const TIMING = { duration: 200, easing: 'cubic-bezier(0.32, 0.72, 0, 1)' } as const;

/**
 * Keeps the card in its place, the bottom or the middle of the room it has, and plays every change
 * of its height. Its box stays at the top of the room and grows from there, so nothing is laid out
 * anew or shifts: what moves is a transform, the background and a clip, and they start out as the
 * card looked before. Returns what ends it.
 */
export function playHeight(
  card: HTMLElement,
  content: HTMLElement,
  isSheet: () => boolean,
): () => void {
  const place = card.parentElement ?? card;
  let before: { top: number; height: number; room: string } | null = null;
  const observer = new ResizeObserver(() => {
    const height = card.offsetHeight;
    const free = place.clientHeight - height;
    // Whole pixels: half of one blurs every line.
    const top = isSheet() ? free : Math.floor(free / 2);
    card.style.translate = `0 ${top}px`;
    // In another window the card is another card.
    const room = `${place.clientWidth}x${place.clientHeight}`;
    if (before?.room === room && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const grown = height - before.height;
      const added = { ...TIMING, composite: 'add' } as const;
      card.animate({ translate: [`0 ${before.top - top}px`, '0 0'] }, added);
      card.animate({ bottom: [`${grown}px`, '0px'] }, { ...added, pseudoElement: '::before' });
      if (grown > 0) content.animate({ clipPath: [`inset(0 0 ${grown}px)`, 'inset(0)'] }, TIMING);
    }
    before = { top, height, room };
  });
  observer.observe(card);
  observer.observe(place);
  return () => observer.disconnect();
}
