import { type SVGProps, useMemo } from 'react';
import { finders, QR_SIZE } from '../ui/qr/qr-finders.js';
import { qrShape } from '../ui/qr/qr-shape.js';

/** Light around the code, in modules: less than four and some cameras do not find it (ISO 18004, 6.3.8). */
const QUIET_ZONE = 4;
/** Modules along a side of the codes that are to come, nearly. */
const USUAL_SIZE = 61;
/** Side of the image in the hole, px of `QR_SIZE`. */
const IMAGE = 48;

export type QrCodeProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'viewBox'> & {
  /** What the code says, at most 2953 bytes; null draws its corners only, while it is being made. */
  value: string | null;
  /** What it is called for who cannot see it. */
  label: string;
  /** Address of a square picture for the middle; without it the code has no hole. */
  image?: string | null | undefined;
};

/**
 * The widget's own QR code, as an `<svg>` that scales to whatever width it is given: dark on white in
 * every theme, with its quiet zone. Everything else is yours: `className`, `width`, `onClick`.
 */
export function QrCode({ value, label, image, ...props }: QrCodeProps) {
  const hole = Boolean(image);
  const { size, flow } = useMemo(
    () => (value === null ? { size: USUAL_SIZE, flow: '' } : qrShape(value, hole)),
    [value, hole],
  );
  const side = size + 2 * QUIET_ZONE;
  const start = -0.5 - QUIET_ZONE;
  const picture = (IMAGE / QR_SIZE) * size;
  const at = (size - 1 - picture) / 2;
  return (
    <svg
      role="img"
      aria-label={label}
      aria-busy={value === null || undefined}
      viewBox={`${start} ${start} ${side} ${side}`}
      {...props}
    >
      <rect x={start} y={start} width={side} height={side} fill="#fff" />
      <path d={finders(size)} fill={value === null ? '#c1cad2' : '#000'} fillRule="evenodd" />
      <path d={flow} fill="none" stroke="#000" strokeWidth="1" strokeLinecap="round" />
      {image && <image href={image} x={at} y={at} width={picture} height={picture} />}
    </svg>
  );
}
