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
  const { body, documentElement: root } = document;
  // The window scrolls as the root says; when that says nothing, as the body does. The other one
  // would become a scroller of its own, and the page would jump to its top.
  const { overflowY, paddingInlineEnd } = getComputedStyle(root);
  const scroller = overflowY === 'visible' ? body : root;
  const before = {
    root: root.style.overflow,
    body: body.style.overflow,
    padding: root.style.paddingInlineEnd,
  };
  const width = root.clientWidth;
  // Everything is read before the change. The width is measured again only where a scrollbar may have gone, or
  // where the page is wider than the screen, because measuring lays the page out again.
  const wider = innerWidth > width;
  scroller.style.overflow = 'hidden';
  const gained = wider && root.clientWidth - width;
  if (gained) root.style.paddingInlineEnd = `calc(${paddingInlineEnd} + ${gained}px)`;
  else if (wider) cutToScreen(root, body);
  return () => {
    root.style.overflow = before.root;
    body.style.overflow = before.body;
    root.style.paddingInlineEnd = before.padding;
  };
}

/**
 * A phone's browser zooms out until all of a page's width is seen, and what is fixed to its window is
 * placed in the enlarged one: off the screen of a visitor who has zoomed in. The window is the
 * screen's again when nothing sticks out of the body. Clipped, and not hidden: then the body is no
 * scroller, and the page stays where it was scrolled to.
 */
function cutToScreen(root: HTMLElement, body: HTMLElement): void {
  if (!CSS.supports('overflow', 'clip visible')) return;
  root.style.overflow = 'hidden';
  body.style.overflow = 'clip visible';
}
