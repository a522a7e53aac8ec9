const SPOKES = [0, 45, 90, 135, 180, 225, 270, 315];

/** A ship's wheel at rest, its king spoke up and lashed. Decoration. */
export function WheelDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 200 200" aria-hidden="true">
      <circle className="fill" cx="100" cy="100" r="62" />
      <circle cx="100" cy="100" r="62" />
      <circle cx="100" cy="100" r="48" />
      {SPOKES.map((angle) => (
        <g key={angle} transform={`rotate(${angle} 100 100)`}>
          <path d="M100 84V52" />
          <path className="solid" d="M96.5 38c0-3-3-6-3-11a6.5 6.5 0 0 1 13 0c0 5-3 8-3 11z" />
          <path d="M100 52V38" />
        </g>
      ))}
      <circle className="solid" cx="100" cy="100" r="16" />
      <circle cx="100" cy="100" r="16" />
      <circle cx="100" cy="100" r="5" />
      <path d="M93 33.5h14M94 38h12" />
    </svg>
  );
}
