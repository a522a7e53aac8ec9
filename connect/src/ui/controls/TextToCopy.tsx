import * as styles from './controls.module.css';

const select = (element: HTMLElement | null): void => {
  if (element) getSelection()?.selectAllChildren(element);
};

/** A text that the browser did not let be copied, selected for the visitor's own hand; another one anew. */
export const TextToCopy = ({ text }: { text: string }) => (
  <span key={text} ref={select} className={styles.copy} dir="ltr">
    {text}
  </span>
);
