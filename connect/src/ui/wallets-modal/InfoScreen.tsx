import { Button } from '../controls/Button.js';
import { SheetHeader } from '../sheet/SheetHeader.js';
import sheet from '../sheet/sheet.module.css';
import { useWords } from '../words.js';
import { InfoIcon, type InfoSubject } from './InfoIcon.js';
import type { ListProps } from './list-props.js';
import styles from './wallets-modal.module.css';

/** 'What is a wallet', for a visitor who has none. */
export function InfoScreen({ back, navigate }: ListProps) {
  const { info } = useWords();
  const points: readonly { subject: InfoSubject; title: string; text: string }[] = [
    { subject: 'assets', title: info.assetsTitle, text: info.assets },
    { subject: 'identity', title: info.identityTitle, text: info.identity },
    { subject: 'transactions', title: info.transactionsTitle, text: info.transactions },
  ];
  return (
    <>
      <SheetHeader title={info.title} start={back} />
      <div className={sheet.body}>
        {points.map(({ subject, title, text }) => (
          <section key={subject} className={styles.point}>
            <InfoIcon subject={subject} />
            <div>
              <h3 className={styles.pointTitle}>{title}</h3>
              <p className={styles.pointText}>{text}</p>
            </div>
          </section>
        ))}
        <Button kind="primary" focusKey="all" onClick={() => navigate.push({ name: 'all' }, 'all')}>
          {info.getWallet}
        </Button>
      </div>
    </>
  );
}
