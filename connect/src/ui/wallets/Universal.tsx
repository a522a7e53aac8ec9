import { IconButton } from '../controls/Button.js';
import { HELP } from '../icons/shapes.js';
import { Screen } from '../sheet/Screen.js';
import { useWords } from '../words.js';
import { CodeForAny } from './CodeForAny.js';
import { Offline } from './Offline.js';
import { PhoneTabs } from './PhoneTabs.js';
import type { ScreenProps } from './screens.js';
import { TILES, TileRow } from './TileRow.js';

/** The first screen: a QR code for the first wallets, and wallets to pick from. */
export function Universal(props: ScreenProps) {
  const { universal } = useWords();
  return (
    <Screen
      title={universal.title}
      start={
        !props.phone && (
          <IconButton
            label={universal.whatIsWallet}
            shape={HELP}
            focusKey="info"
            onClick={() => props.navigate.push({ name: 'info' }, 'info')}
          />
        )
      }
    >
      <Offline {...props}>
        {props.phone ? (
          <PhoneTabs {...props} />
        ) : (
          <>
            <CodeForAny {...props} />
            <TileRow {...props} folderOver={TILES} />
          </>
        )}
      </Offline>
    </Screen>
  );
}
