type Props = {
  /** A path on a grid of 24, drawn as a line in the colour of the text around it. */
  shape: string;
  /** Side, px. @default 24 */
  size?: number;
  /** Thickness of the line, in the grid's units. @default 1.8 */
  line?: number;
  className?: string | undefined;
};

/** A line icon. It is decorative: its control has an accessible name. */
export function Icon({ shape, size = 24, line = 1.8, className }: Props) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth={line}
        strokeLinecap="round"
        strokeLinejoin="round"
        d={shape}
      />
    </svg>
  );
}

/** Shapes of the first load. */
export const TON = 'M6.2 5.5h11.6c1 0 1.7 1.1 1.2 2L12 19.5 5 7.5c-.5-.9.2-2 1.2-2ZM12 5.5v13.6';
export const ARROW_DOWN = 'm6 9 6 6 6-6';
