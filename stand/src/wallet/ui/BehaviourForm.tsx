import {
  type Behaviour,
  CODE,
  GOOD_BEHAVIOUR,
  type Wallet,
  type WalletView,
} from '@prichal/dev-wallet/core';
import { Button } from '../../controls/Button';
import { Choice } from '../../controls/Choice';
import styles from './BehaviourForm.module.css';

/** An option's label, and the behaviour that it sets. */
type Choices<Key extends keyof Behaviour> = readonly (readonly [
  name: string,
  label: string,
  value: Behaviour[Key],
])[];

const ANSWERS: Choices<'answer'> = [
  ['ask', 'I decide each time', 'ask'],
  ['approve', 'Approves by itself', 'approve'],
  ['decline', 'Declines by itself', { code: CODE.declined }],
  ['never', 'Never answers', 'never'],
  ['error-0', 'Error 0: unknown', { code: CODE.unknown }],
  ['error-1', 'Error 1: bad request', { code: CODE.badRequest }],
  ['error-100', 'Error 100: unknown app', { code: CODE.unknownApp }],
  ['error-400', 'Error 400: not supported', { code: CODE.notSupported }],
];
const DELAYS: Choices<'delay'> = [
  ['0', 'At once', 0],
  ['3', '3 s later', 3_000],
  ['10', '10 s later', 10_000],
  ['30', '30 s later', 30_000],
];
const FEATURES: Choices<'features'> = [
  ['all', 'Everything', {}],
  ['one-message', 'One message at a time', { maxMessages: 1 }],
  ['no-sign-data', 'No signing of data', { signData: [] }],
  ['no-transactions', 'No transactions', { maxMessages: 0 }],
];
const NETWORKS: Choices<'network'> = [
  ['asked', 'As the app asks', 'asked'],
  ['other', 'The wrong one', 'other'],
];
const PROOFS: Choices<'proof'> = [
  ['good', 'Good', 'good'],
  ['other-key', 'Signed by another key', 'other-key'],
  ['stale', 'A day old', 'stale'],
  ['future', 'Of tomorrow', 'future'],
  ['other-domain', 'For another domain', 'other-domain'],
  ['other-payload', 'Over another payload', 'other-payload'],
  ['not-supported', 'None', 'not-supported'],
];
const FORMS: Choices<'form'> = [
  ['good', 'Good', 'good'],
  ['not-json', 'Cut off in the middle', 'not-json'],
  ['empty', 'Without a result', 'empty'],
  ['other-id', 'To another request', 'other-id'],
  ['unsealed', 'Not to be decrypted', 'unsealed'],
];

type FieldProps<Key extends keyof Behaviour> = {
  label: string;
  hint: string;
  choices: Choices<Key>;
  value: Behaviour[Key];
  onChange(value: Behaviour[Key]): void;
};

function Field<Key extends keyof Behaviour>({
  label,
  hint,
  choices,
  value,
  onChange,
}: FieldProps<Key>) {
  const chosen = choices.find(([, , each]) => JSON.stringify(each) === JSON.stringify(value));
  return (
    <Choice
      label={label}
      hint={hint}
      value={chosen?.[0] ?? ''}
      choices={choices.map(([name, text]) => [name, text] as const)}
      onChoose={(name) => {
        const next = choices.find(([each]) => each === name);
        if (next) onChange(next[2]);
      }}
    />
  );
}

/** Settings of the wallet's behaviour, to test how an app handles errors. */
export function BehaviourForm({ wallet, view }: { wallet: Wallet; view: WalletView }) {
  const { behaviour } = view.state;
  const change = (part: Partial<Behaviour>) =>
    void wallet.configure({ behaviour: { ...behaviour, ...part } });
  const odd = JSON.stringify(behaviour) !== JSON.stringify(GOOD_BEHAVIOUR);
  return (
    <details className={styles.behaviour}>
      <summary>
        Behaviour
        {odd && <span className={styles.odd}>changed</span>}
      </summary>
      <div className={styles.fields}>
        <Field
          label="Requests"
          hint="Who answers what an app asks: you, or the wallet by itself, with an error if you like."
          value={behaviour.answer}
          choices={ANSWERS}
          onChange={(answer) => change({ answer })}
        />
        <Field
          label="Answer comes"
          hint="How long after the decision the app gets its answer."
          value={behaviour.delay}
          choices={DELAYS}
          onChange={(delay) => change({ delay })}
        />
        <Field
          label="It can do"
          hint="What the wallet says that it can do when it connects, and keeps to."
          value={behaviour.features}
          choices={FEATURES}
          onChange={(features) => change({ features })}
        />
        <Field
          label="Connects on"
          hint="Mainnet instead of the test network, or the other way round: what an app does then."
          value={behaviour.network}
          choices={NETWORKS}
          onChange={(network) => change({ network })}
        />
        <Field
          label="Proof of the key"
          hint="The ton_proof that a connection carries: a server must refuse all but a good one."
          value={behaviour.proof}
          choices={PROOFS}
          onChange={(proof) => change({ proof })}
        />
        <Field
          label="Form of answers"
          hint="What is wrong with an answer, so that no app can use it."
          value={behaviour.form}
          choices={FORMS}
          onChange={(form) => change({ form })}
        />
      </div>
      {odd && (
        <Button small onClick={() => change(GOOD_BEHAVIOUR)}>
          Behave well again
        </Button>
      )}
    </details>
  );
}
