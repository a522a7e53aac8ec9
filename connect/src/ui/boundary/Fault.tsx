import { Button } from '../controls/Button.js';
import { Screen } from '../sheet/Screen.js';
import { useSheet } from '../sheet/sheet-context.js';
import { useWords } from '../words.js';

/** What a sheet shows when its screen broke: that it did, and the way out. */
export function Fault() {
  const { failure, gotIt } = useWords();
  const { dismiss } = useSheet();
  return (
    <Screen title={failure.title} role="alert">
      <p>{failure.text}</p>
      <Button kind="primary" onClick={dismiss}>
        {gotIt}
      </Button>
    </Screen>
  );
}
