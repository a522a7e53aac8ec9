/** A small boat that never found its mooring, rocking. Stands still under reduced motion. */
export function Sticker() {
  return (
    <svg className="drawing sticker" viewBox="0 0 160 140" aria-hidden="true">
      <g className="sticker-boat">
        <path className="fill" d="M80 24l34 52H80zM72 36v40H48zM38 84h86l-13 24H52z" />
        <path d="M76 18v66M80 26l32 48H80M72 38L50 74h22M38 84h86l-13 24H52z" />
        <path d="M76 18l12-4-12-4z" className="solid" />
      </g>
      <path className="sticker-rope" d="M124 86c16 2 20 10 16 16-3 5-9 3-8-2 1-4 8-5 14-2" />
      <path
        className="sticker-wave"
        d="M8 112c8-7 16-7 24 0s16 7 24 0 16-7 24 0 16 7 24 0 16-7 24 0 16 7 24 0"
      />
      <path
        className="sticker-wave sticker-wave-far"
        d="M28 126c8-6 16-6 24 0s16 6 24 0 16-6 24 0 16 6 24 0"
      />
    </svg>
  );
}
