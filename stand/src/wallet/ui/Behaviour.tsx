import { Button } from '../../controls/Button';
import { Choice } from '../../controls/Choice';
import { type Conduct, GOOD_CONDUCT } from '../conduct';
import type { Wallet, WalletView } from '../wallet';
import styles from './Behaviour.module.css';

type Choices<Key extends keyof Conduct> = readonly (readonly [Conduct[Key], string])[];

const ANSWERS: Choices<'answer'> = [
  ['ask', 'I decide each time'],
  ['approve', 'Approves by itself'],
  ['decline', 'Declines by itself'],
  ['never', 'Never answers'],
  ['error-0', 'Error 0: unknown'],
  ['error-1', 'Error 1: bad request'],
  ['error-100', 'Error 100: unknown app'],
  ['error-400', 'Error 400: not supported'],
];
const DELAYS: Choices<'delay'> = [
  ['0', 'At once'],
  ['3', '3 s later'],
  ['10', '10 s later'],
  ['30', '30 s later'],
];
const FEATURES: Choices<'features'> = [
  ['all', 'Everything'],
  ['one-message', 'One message at a time'],
  ['no-sign-data', 'No signing of data'],
  ['no-transactions', 'No transactions'],
];
const NETWORKS: Choices<'network'> = [
  ['asked', 'As the app asks'],
  ['other', 'The wrong one'],
];

/** How good a wallet it is: for seeing an app with one that is not. */
export function Behaviour({ wallet, view }: { wallet: Wallet; view: WalletView }) {
  const { conduct } = view.state;
  const change = (part: Partial<Conduct>) =>
    void wallet.configure({ conduct: { ...conduct, ...part } });
  const odd = JSON.stringify(conduct) !== JSON.stringify(GOOD_CONDUCT);
  return (
    <details className={styles.behaviour}>
      <summary>
        Behaviour
        {odd && <span className={styles.odd}>changed</span>}
      </summary>
      <div className={styles.fields}>
        <Choice
          label="Requests"
          hint="Who answers what an app asks: you, or the wallet by itself, with an error if you like."
          value={conduct.answer}
          choices={ANSWERS}
          onChoose={(answer) => change({ answer })}
        />
        <Choice
          label="Answer comes"
          hint="How long after the decision the app gets its answer."
          value={conduct.delay}
          choices={DELAYS}
          onChoose={(delay) => change({ delay })}
        />
        <Choice
          label="It can do"
          hint="What the wallet says that it can do when it connects, and keeps to."
          value={conduct.features}
          choices={FEATURES}
          onChoose={(features) => change({ features })}
        />
        <Choice
          label="Connects on"
          hint="Mainnet instead of the test network, or the other way round: what an app does then."
          value={conduct.network}
          choices={NETWORKS}
          onChoose={(network) => change({ network })}
        />
      </div>
      {odd && (
        <Button small onClick={() => change(GOOD_CONDUCT)}>
          Behave well again
        </Button>
      )}
    </details>
  );
}
