import { MARK_PATH } from '../shell/mark';

/** A coin with the product's mark. Decoration. */
export function BuyDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 200 200" aria-hidden="true">
      <path d="M136 30a76 76 0 0 1 0 140" />
      <circle className="solid" cx="92" cy="100" r="80" />
      <circle className="fill" cx="92" cy="100" r="80" />
      <circle cx="92" cy="100" r="80" />
      <circle cx="92" cy="100" r="66" strokeDasharray="8 6" />
      <path transform="translate(44 52) scale(4)" d={MARK_PATH} />
    </svg>
  );
}
