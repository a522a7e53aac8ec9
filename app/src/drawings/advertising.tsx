import { QUAY } from './quay';

/** Signal flags on a halyard. Decoration. */
export function AdvertisingDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 96 72" aria-hidden="true">
      <path
        className="fill"
        d="M22 18.9q8 3.4 16 4.6V45H22zM42 24h12l-6 26zM58 23.5q8-1.2 16-4.6V45H58z"
      />
      <path d="M12 62V10M84 62V10M12 13c20 15 52 15 72 0" />
      <path d="M22 18.9V45h16V23.5M42 24l6 26 6-26M58 23.5V45h16V18.9M22 32h16M66 29a3.5 3.5 0 1 0 .1 0" />
      <path d={QUAY} />
    </svg>
  );
}
