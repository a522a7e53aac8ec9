/** Product mark: a bollard with a loop of rope around it, which is also the letter П. */
export const MARK_PATH =
  'M7 21V9H6A2.75 2.75 0 0 1 6 3.5H18A2.75 2.75 0 0 1 18 9H17V21M7 17.6C4.3 17.5 2.5 16.9 2.5 15.8 2.5 13.5 12.5 14.4 17 13.5 19 13.1 20.5 12.5 21.5 11.5';

/**
 * Renders the mark as an `<svg>` in the current colour. It is decorative: the product name is next
 * to it.
 */
export function Mark({ className }: { readonly className: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={MARK_PATH} />
    </svg>
  );
}
