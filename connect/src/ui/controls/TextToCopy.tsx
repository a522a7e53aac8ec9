import '../../theme/sheet-styles.js';

import { useEffect, useRef } from 'react';
import * as styles from './controls.module.css';

/** A text that the browser did not let be copied, selected for the visitor's own hand. */
export function TextToCopy({ text }: { text: string }) {
  const place = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is selected anew.
  useEffect(() => {
    if (place.current) getSelection()?.selectAllChildren(place.current);
  }, [text]);
  return (
    <span ref={place} className={styles.copy} dir="ltr">
      {text}
    </span>
  );
}
