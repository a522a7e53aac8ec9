import { Button } from '../controls/Button.js';
import { Icon } from '../icons/Icon.js';
import { PERSON, SHIELD, TRANSFER } from '../icons/shapes.js';
import { Screen } from '../sheet/Screen.js';
import { useWords } from '../words.js';
import type { ScreenProps } from './screens.js';
import * as styles from './wallets-modal.module.css';

/** TON's page of wallets that can connect to an app. */
const GET_A_WALLET =
  'https://ton.org/wallets?filters[wallet_features][slug][$in]=dapp-auth&pagination[limit]=-1';

/** The screen 'What is a wallet', for a user without one. */
export function InfoScreen({ back }: ScreenProps) {
  const { info } = useWords();
  const points = [
    [SHIELD, info.assetsTitle, info.assets],
    [PERSON, info.identityTitle, info.identity],
    [TRANSFER, info.transactionsTitle, info.transactions],
  ] as const;
  return (
    <Screen title={info.title} start={back}>
      {points.map(([shape, title, text]) => (
        <div key={title} className={styles.point}>
          <Icon shape={shape} size={40} line={1.5} />
          <h3>{title}</h3>
          <p>{text}</p>
        </div>
      ))}
      <Button kind="primary" href={GET_A_WALLET}>
        {info.getWallet}
      </Button>
    </Screen>
  );
}
