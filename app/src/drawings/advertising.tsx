/** Signal flags on a halyard. Decoration. */
export function AdvertisingDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 96 72" aria-hidden="true">
      <path className="fill" d="M24 19.5l15 4V46H24zM43 24.4h14L50 48zM61 23.3l15-4.3v23H61z" />
      <path d="M12 62V10M84 62V10M6 62h12M78 62h12M12 13c20 15 52 15 72 0" />
      <path d="M24 20v24h15V23.7M43 24.3L50 48l7-23.7M61 23.7V44h15V20" />
      <path d="M24 32h15M68.5 31a3.2 3.2 0 1 0 .1 0" />
    </svg>
  );
}
