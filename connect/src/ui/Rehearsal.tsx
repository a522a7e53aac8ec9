import type { Core } from '../controller/core.js';
import { usePhoneLayout } from '../device/use-phone-layout.js';
import type { Dictionary } from '../language/en.js';
import { useRootProps } from '../theme/use-root-props.js';
import { Boundary } from './boundary/Boundary.js';
import { SheetContext } from './sheet/sheet-context.js';
import { Universal } from './wallets-modal/Universal.js';
import { WordsProvider } from './words.js';

const nothing = (): void => undefined;
const sheet = { titleId: '', dismiss: nothing, announce: nothing, hearsBack: false };
const navigate = { push: nothing, back: undefined };

/** The first screen as it is before there are wallets, with nothing behind it. */
export function Rehearsal({ core, words }: { core: Core; words: Dictionary }) {
  return (
    <Boundary>
      <div {...useRootProps(core)}>
        <WordsProvider core={core} first={words}>
          <SheetContext.Provider value={sheet}>
            <Universal
              core={core}
              wallets={null}
              phone={usePhoneLayout()}
              back={null}
              navigate={navigate}
              onPick={nothing}
            />
          </SheetContext.Provider>
        </WordsProvider>
      </div>
    </Boundary>
  );
}
