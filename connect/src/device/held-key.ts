import type { KeyboardEvent } from 'react';

/** A key that is held is one press, whatever has come under it meanwhile. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (!event.repeat || !/^(Enter|Escape)$/.test(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}
