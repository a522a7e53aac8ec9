import { type SVGProps, useMemo } from 'react';
import { finders, QR_SIZE } from '../ui/qr/qr-finders.js';
import { qrShape } from '../ui/qr/qr-shape.js';

/**
 * Quiet zone around the code, in modules. Some cameras do not find a code with less than four (ISO 18004,
 * 6.3.8).
 */
const QUIET_ZONE = 4;
/** Expected number of modules along a side, for the placeholder. */
const USUAL_SIZE = 61;
/** Side of the image in the hole, in px of `QR_SIZE`. */
const IMAGE = 48;

export type QrCodeProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'viewBox'> & {
  /** Content of the code, at most 2953 bytes. Null while it is being prepared: only the corners are drawn. */
  value: string | null;
  /** Accessible name of the code. */
  label: string;
  /** URL of a square image for the middle. Without it the code has no hole. */
  image?: string | null | undefined;
};

/**
 * The widget's QR code, as an `<svg>` that fits any width: dark on white in every theme, with its quiet zone.
 * Other props, such as `className`, `width` and `onClick`, are passed to the `<svg>`.
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
