import { isTelegram, openLink } from '@prichal/telegram';
import type { MouseEvent, ReactNode } from 'react';
import { guardPresses } from '../../device/press-guard.js';
import { Icon } from '../icons/Icon.js';
import { OUT } from '../icons/shapes.js';
import * as styles from './controls.module.css';

type Props = {
  children: ReactNode;
  onClick?: () => void;
  /** A link to another site instead, with a sign that says so. Telegram opens it its own way. */
  href?: string | undefined;
  /** `primary` once a screen. @default 'secondary' */
  kind?: 'primary' | 'secondary' | 'plain';
  disabled?: boolean;
  /** Waits for something: turns, keeps the focus, and is not to be pressed. */
  busy?: boolean | undefined;
  /** Marks the control that focus comes back to from the next screen. */
  focusKey?: string;
};

export function Button({
  kind = 'secondary',
  focusKey,
  busy,
  href,
  onClick,
  children,
  ...rest
}: Props) {
  const Tag = href ? 'a' : 'button';
  const press = (event: MouseEvent): void => {
    if (href) guardPresses();
    if (href && isTelegram()) {
      event.preventDefault();
      openLink(href);
    } else if (!busy) onClick?.();
  };
  return (
    <Tag
      {...(href ? { href, target: '_blank', rel: 'noreferrer noopener' } : { type: 'button' })}
      className={styles.button}
      data-kind={kind}
      data-focus-key={focusKey}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={press}
      {...rest}
    >
      {children}
      {href && <Icon shape={OUT} size={18} className={styles.out} />}
    </Tag>
  );
}
