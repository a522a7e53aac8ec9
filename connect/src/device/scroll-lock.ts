let locks = 0;
let unlock = (): void => undefined;

/**
 * Keeps the page behind an open sheet from scrolling. `overflow: hidden` alone: position tricks
 * break more on iOS than they mend. The room of a vanishing scrollbar is kept. Returns a release.
 */
export function lockScroll(): () => void {
  locks += 1;
  if (locks === 1) unlock = lockPage();
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks === 0) unlock();
  };
}

function lockPage(): () => void {
  const root = document.documentElement;
  // The window scrolls as the root says; when that says nothing, as the body does. The other one
  // would become a scroller of its own, and the page would jump to its top.
  const { overflowY, paddingInlineEnd } = getComputedStyle(root);
  const scroller = overflowY === 'visible' ? document.body : root;
  const before = { overflow: scroller.style.overflow, padding: root.style.paddingInlineEnd };
  const width = root.clientWidth;
  scroller.style.overflow = 'hidden';
  // The width is measured only where a scrollbar may have gone, because measuring lays the page out
  // again.
  const gained = innerWidth > width && root.clientWidth - width;
  if (gained) root.style.paddingInlineEnd = `calc(${paddingInlineEnd} + ${gained}px)`;
  return () => {
    scroller.style.overflow = before.overflow;
    root.style.paddingInlineEnd = before.padding;
  };
}
