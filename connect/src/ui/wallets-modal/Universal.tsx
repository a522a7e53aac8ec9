import { useUiSelector } from '../../store/use-ui-selector.js';
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
import styles from './wallets-modal.module.css';

/** The first screen: a code that the first wallets can scan, and wallets to pick from. */
export function Universal(props: ScreenProps) {
  const { core, wallets, phone, navigate } = props;
  const { universal, all } = useWords();
  const lost = useUiSelector(core, (state) => state.listFault) && !wallets;
  const empty = wallets?.length === 0;
  return (
    <>
      <SheetHeader
        title={universal.title}
        start={
          !phone && (
            <IconButton
              label={universal.whatIsWallet}
              onClick={() => navigate.push({ name: 'info' }, 'info')}
            >
              <Icon shape={HELP} size={20} />
            </IconButton>
          )
        }
      />
      <div className={sheet.body}>
        <Offline core={core} />
        {empty && <p className={styles.subtitle}>{all.empty}</p>}
        {!lost && !empty && phone && <PhoneTabs {...props} />}
        {!lost && !empty && !phone && (
          <>
            <CodeForAny {...props} shown />
            <TileRow {...props} folderOver={TILES} />
          </>
        )}
      </div>
    </>
  );
}
