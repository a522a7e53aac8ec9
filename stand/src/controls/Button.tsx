import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type Props = ComponentProps<'button'> & {
  look?: 'plain' | 'main' | 'danger' | 'icon';
  small?: boolean;
};

/** A button of the sandbox. Renders a `<button type="button">`. */
export function Button({ look = 'plain', small = false, className, ...rest }: Props) {
  const names = [styles.button, styles[look], small && styles.small, className];
  return <button type="button" className={names.filter(Boolean).join(' ')} {...rest} />;
}
