/** The TON glyph, in the colour of the text around it. */
export function TonIcon({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        d="M6.2 5.5h11.6c1 0 1.7 1.1 1.2 2L12 19.5 5 7.5c-.5-.9.2-2 1.2-2ZM12 5.5v13.6"
      />
    </svg>
  );
}
