import { Icon } from '../icons/Icon.js';
import * as styles from './controls.module.css';

type Props = {
  label: string;
  /** A path, as an icon has it. */
  shape: string;
  /** Side of the icon, px. @default 20 */
  size?: number;
  /** Class of the icon. */
  className?: string | undefined;
  /** Marks the control that focus comes back to from the next screen. */
  focusKey?: string;
  onClick: () => void;
};

/** A round button of 32 px that can be hit in 44. */
export const IconButton = ({ label, shape, size = 20, className, focusKey, onClick }: Props) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    data-focus-key={focusKey}
    className={styles.icon}
    onClick={onClick}
  >
    <Icon shape={shape} size={size} className={className} />
  </button>
);
