import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '../controls/Button.js';
import { CLOSE } from '../icons/shapes.js';
import { useWords } from '../words.js';
import * as styles from './sheet.module.css';
import { useSheet } from './sheet-context.js';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  title: string;
  /** The control before the title. */
  start?: ReactNode;
};

/** One screen of the sheet: its title and a scrolling body. The body gets all other props. */
export const Screen = ({ title, start, ...body }: Props) => (
  <>
    <SheetHeader title={title} start={start} />
    <div className={styles.body} {...body} />
  </>
);

/** Sets `autofocus`, so that the dialog focuses the title when it is shown. */
const takeFocus = (title: HTMLElement | null): void => title?.setAttribute('autofocus', '');

/** The header: one control (back, QR, help) at the start, the title, and the close button at the end. */
export function SheetHeader({ title, start }: { title: string; start?: ReactNode }) {
  const { titleId, dismiss } = useSheet();
  const words = useWords();
  return (
    <div className={styles.header}>
      <span className={styles.slot}>{start}</span>
      <h2 ref={takeFocus} id={titleId} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <span className={styles.slot}>
        <IconButton label={words.close} shape={CLOSE} onClick={dismiss} />
      </span>
    </div>
  );
}
