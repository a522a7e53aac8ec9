type Props = {
  /** A path on a grid of 24, drawn as a line in the colour of the text around it. */
  shape: string;
  /** Side, px. @default 24 */
  size?: number;
  /** Thickness of the line, in the grid's units. @default 1.8 */
  line?: number;
  className?: string | undefined;
};

/** A line icon. Decoration: whatever it stands on has a name of its own. */
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
