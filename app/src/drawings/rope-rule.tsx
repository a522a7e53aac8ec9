/** A short length of rope under a heading. Decoration. */
export function RopeRule() {
  return (
    <svg className="drawing drawing-rule" viewBox="0 0 72 14" aria-hidden="true">
      <path d="M2 7h22c7 0 13-5.5 8.5-5.5S28 12.5 36 12.5 44 1.5 39.5 1.5 41 7 48 7h22" />
    </svg>
  );
}
