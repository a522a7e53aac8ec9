import type { ComponentProps, ReactNode } from 'react';
import { SheetHeader } from './SheetHeader.js';
import * as styles from './sheet.module.css';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  title: string;
  /** The control before the title. */
  start?: ReactNode;
};

/** One screen of the sheet: its title, and what scrolls below, which takes all other properties. */
export const Screen = ({ title, start, ...body }: Props) => (
  <>
    <SheetHeader title={title} start={start} />
    <div className={styles.body} {...body} />
  </>
);
