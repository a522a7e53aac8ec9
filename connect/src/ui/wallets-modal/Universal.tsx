import { IconButton } from '../controls/IconButton.js';
import { Icon } from '../icons/Icon.js';
import { HELP } from '../icons/shapes.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { useWords } from '../words.js';
import { CodeForAny } from './CodeForAny.js';
import { Offline } from './Offline.js';
import { PhoneTabs } from './PhoneTabs.js';
import type { ScreenProps } from './screen-props.js';
import { TILES, TileRow } from './TileRow.js';

/** The first screen: a code that the first wallets can scan, and wallets to pick from. */
export function Universal(props: ScreenProps) {
  const { universal } = useWords();
  return (
    <>
      <SheetHeader
        title={universal.title}
        start={
          !props.phone && (
            <IconButton
              label={universal.whatIsWallet}
              focusKey="info"
              onClick={() => props.navigate.push({ name: 'info' }, 'info')}
            >
              <Icon shape={HELP} size={20} />
            </IconButton>
          )
        }
      />
      <div className={sheet.body}>
        <Offline {...props}>
          {props.phone ? (
            <PhoneTabs {...props} />
          ) : (
            <>
              <CodeForAny {...props} shown />
              <TileRow {...props} folderOver={TILES} />
            </>
          )}
        </Offline>
      </div>
    </>
  );
}
