import { Button } from '../controls/Button.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords } from '../words.js';

/** What a sheet shows when its screen broke: that it did, and the way out. */
export function Fault() {
  const { failure, close } = useWords();
  const { dismiss } = useSheet();
  return (
    <>
      <SheetHeader title={failure.title} />
      <div className={sheet.body} role="alert">
        <p>{failure.text}</p>
        <Button kind="primary" onClick={dismiss}>
          {close}
        </Button>
      </div>
    </>
  );
}
