import { isTelegram, openLink } from '@prichal/telegram';
import type { MouseEvent, ReactNode } from 'react';
import styles from './controls.module.css';

type Props = { href: string; children: ReactNode; kind?: 'primary' | 'secondary' | 'plain' };

/** A link to another site. Telegram opens it its own way. */
export function LinkButton({ href, children, kind = 'secondary' }: Props) {
  const onClick = (event: MouseEvent): void => {
    if (!isTelegram()) return;
    event.preventDefault();
    openLink(href);
  };
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={styles.button}
      data-kind={kind}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
