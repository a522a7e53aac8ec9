import { QUAY } from './quay';

/** A lighthouse at work. Decoration. */
export function InformationDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 96 72" aria-hidden="true">
      <path className="fill" d="M42 28h12l5 34H37z" />
      <path d="M40 28h16M42 28V15a6 6 0 0 1 12 0v13M48 9V6M42 28l-5 34M54 28l5 34" />
      <path d="M40.4 38.5h15.2l1.7 11H38.7zM48 16.5a3 3 0 1 0 .1 0" className="mark" />
      <path d="M62 14.5L86 9M62 22.5L86 29M34 14.5L10 9M34 22.5L10 29" />
      <path d={QUAY} />
    </svg>
  );
}
