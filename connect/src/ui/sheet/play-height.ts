import { mediaMatches } from '../../device/media-query.js';

const TIMING = { duration: 200, easing: 'cubic-bezier(0.32, 0.72, 0, 1)' };

/**
 * Keeps the card in its place, the bottom or the middle of the room it has, and plays every change
 * of its height. Its box stays at the top of the room and grows from there, so nothing is laid out
 * anew or shifts: what moves is a transform, the background and a clip, and they start out as the
 * card looks at that moment. Returns what ends it.
 */
export function playHeight(
  card: HTMLElement,
  content: HTMLElement,
  isSheet: () => boolean,
): () => void {
  const place = card.parentElement ?? card;
  let before: { height: number; room: string } | null = null;
  const observer = new ResizeObserver(() => {
    const height = card.offsetHeight;
    const free = place.clientHeight - height;
    const { translate } = getComputedStyle(card);
    // Whole pixels: half of one blurs every line.
    const rest = `0 ${isSheet() ? free : Math.floor(free / 2)}px`;
    card.style.translate = rest;
    // After a change of the window's size nothing is animated.
    const room = `${place.clientWidth}x${place.clientHeight}`;
    if (before?.room === room && !mediaMatches('(prefers-reduced-motion: reduce)')) {
      const pseudoElement = '::before';
      const cut =
        height - before.height + Number.parseFloat(getComputedStyle(card, pseudoElement).bottom);
      card.animate({ translate: [translate, rest] }, TIMING);
      card.animate({ bottom: [`${cut}px`, '0px'] }, { ...TIMING, pseudoElement });
      if (cut > 0) content.animate({ clipPath: [`inset(0 0 ${cut}px)`, 'inset(0)'] }, TIMING);
    }
    before = { height, room };
  });
  observer.observe(card);
  observer.observe(place);
  return () => observer.disconnect();
}
