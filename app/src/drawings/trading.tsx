import { QUAY } from './quay';

/** Three bollards, each higher than the last, and a rope that climbs them. Decoration. */
export function TradingDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 96 72" aria-hidden="true">
      <path className="fill" d="M15 62V46h9v16zM44 62V34h9v28zM73 62V20h9v42z" />
      <path d="M15 62V46M24 62V46M44 62V34M53 62V34M73 62V20M82 62V20" />
      <path
        className="solid"
        d="M14.5 46a3 3 0 0 1 0-6h10a3 3 0 0 1 0 6zM43.5 34a3 3 0 0 1 0-6h10a3 3 0 0 1 0 6zM72.5 20a3 3 0 0 1 0-6h10a3 3 0 0 1 0 6z"
      />
      <path d="M24 52c9 9 17 3 20-11M53 40c9 9 17 1 20-13" />
      <path d={QUAY} />
    </svg>
  );
}
