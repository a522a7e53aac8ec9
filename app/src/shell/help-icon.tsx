/**
 * Question mark in a ring. On the current tab the ring is filled and the question mark is cut out.
 */
export function HelpIcon() {
  return (
    <svg className="tab-icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle className="tab-ring" cx="12" cy="12" r="9" />
      <path d="M9.4 9.6a2.6 2.6 0 1 1 3.9 2.25c-.85.5-1.3 1-1.3 1.9" />
      <path d="M12 16.6h.01" />
    </svg>
  );
}
