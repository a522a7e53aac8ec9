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
  const scrollbar = window.innerWidth - root.clientWidth;
  const { overflow, paddingInlineEnd } = root.style;
  root.style.overflow = 'hidden';
  if (scrollbar > 0) root.style.paddingInlineEnd = `${scrollbar}px`;
  return () => {
    root.style.overflow = overflow;
    root.style.paddingInlineEnd = paddingInlineEnd;
  };
}
