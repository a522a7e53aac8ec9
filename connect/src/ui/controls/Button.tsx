import { isTelegram, openLink } from '@prichal/telegram';
import type { MouseEvent, ReactNode } from 'react';
import { guardPresses } from '../../core/device/press-guard.js';
import { Icon } from '../icons/Icon.js';
import { OUT } from '../icons/shapes.js';
import * as styles from './controls.module.css';

type ButtonProps = {
  children: ReactNode;
  onClick?: () => void;
  /** URL of another site. Renders a link with an icon. Telegram opens it with its own method. */
  href?: string | undefined;
  /** `primary` once a screen. @default 'secondary' */
  kind?: 'primary' | 'secondary' | 'plain';
  disabled?: boolean;
  /** Whether it shows a spinner and ignores presses. It keeps the focus. */
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
}: ButtonProps) {
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

type IconButtonProps = {
  label: string;
  /** Path of the icon. */
  shape: string;
  /** Side of the icon, px. @default 20 */
  size?: number;
  /** Class of the icon. */
  className?: string | undefined;
  /** Marks the control that focus comes back to from the next screen. */
  focusKey?: string;
  onClick: () => void;
};

/** A round button of 32 px with a hit area of 44 px. */
export const IconButton = ({
  label,
  shape,
  size = 20,
  className,
  focusKey,
  onClick,
}: IconButtonProps) => (
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

const select = (element: HTMLElement | null): void => {
  if (element) getSelection()?.selectAllChildren(element);
};

/** A text that could not be copied, selected so that the user can copy it. A new text is selected again. */
export const TextToCopy = ({ text }: { text: string }) => (
  <span key={text} ref={select} className={styles.copy} dir="ltr">
    {text}
  </span>
);

/** A status only for screen readers. Stays on the page while empty, because new elements are not announced. */
export const Announcement = ({ text }: { text: string }) => (
  <span role="status" className={styles.announcement}>
    {text}
  </span>
);

/**
 * Copies text with the Clipboard API. If that is blocked (plain http, an unfocused frame), copies it with a hidden
 * field. Returns whether it worked.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // biome-ignore lint/suspicious/noConsole: the specification wants this one logged (section 8)
    console.warn('Clipboard API not available');
    return copyByField(text);
  }
}

function copyByField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;opacity:0;pointer-events:none';
  // In the open dialog if there is one, because only elements in it can be focused.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
