import { Button } from '../controls/Button.js';
import { Icon } from '../icons/Icon.js';
import { PERSON, SHIELD, TRANSFER } from '../icons/shapes.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { useWords } from '../words.js';
import type { ListProps } from './list-props.js';
import styles from './wallets-modal.module.css';

/** 'What is a wallet', for a visitor who has none. */
export function InfoScreen({ back, navigate }: ListProps) {
  const { info } = useWords();
  const points = [
    { shape: SHIELD, title: info.assetsTitle, text: info.assets },
    { shape: PERSON, title: info.identityTitle, text: info.identity },
    { shape: TRANSFER, title: info.transactionsTitle, text: info.transactions },
  ];
  return (
    <>
      <SheetHeader title={info.title} start={back} />
      <div className={sheet.body}>
        {points.map(({ shape, title, text }) => (
          <div key={title} className={styles.point}>
            <Icon shape={shape} size={40} line={1.5} className={styles.pointIcon} />
            <div>
              <h3 className={styles.pointTitle}>{title}</h3>
              <p className={styles.pointText}>{text}</p>
            </div>
          </div>
        ))}
        <Button kind="primary" focusKey="all" onClick={() => navigate.push({ name: 'all' }, 'all')}>
          {info.getWallet}
        </Button>
      </div>
    </>
  );
}
