import type { ReactNode } from 'react';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';

type Props = {
  title: string;
  /** The control before the title. */
  start?: ReactNode;
  children: ReactNode;
};

/** One screen of the sheet: its title, and what scrolls below. */
export const Screen = ({ title, start, children }: Props) => (
  <>
    <SheetHeader title={title} start={start} />
    <div className={sheet.body}>{children}</div>
  </>
);
