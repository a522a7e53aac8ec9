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
  ['ask', 'Ask me', 'ask'],
  ['approve', 'Approve all', 'approve'],
  ['decline', 'Decline all', { code: CODE.declined }],
  ['never', 'Never answer', 'never'],
  ['error-0', 'Error 0: unknown', { code: CODE.unknown }],
  ['error-1', 'Error 1: bad request', { code: CODE.badRequest }],
  ['error-100', 'Error 100: unknown app', { code: CODE.unknownApp }],
  ['error-400', 'Error 400: not supported', { code: CODE.notSupported }],
];
const DELAYS: Choices<'delay'> = [
  ['0', 'None', 0],
  ['3', '3 s', 3_000],
  ['10', '10 s', 10_000],
  ['30', '30 s', 30_000],
];
const FEATURES: Choices<'features'> = [
  ['all', 'All', {}],
  ['one-message', 'One message per request', { maxMessages: 1 }],
  ['no-sign-data', 'No data signing', { signData: [] }],
  ['no-transactions', 'No transactions', { maxMessages: 0 }],
];
const NETWORKS: Choices<'network'> = [
  ['asked', 'As requested', 'asked'],
  ['other', 'Wrong network', 'other'],
];
const PROOFS: Choices<'proof'> = [
  ['good', 'Correct', 'good'],
  ['other-key', 'Signed by another key', 'other-key'],
  ['stale', 'One day old', 'stale'],
  ['future', 'Dated tomorrow', 'future'],
  ['other-domain', 'For another domain', 'other-domain'],
  ['other-payload', 'For another payload', 'other-payload'],
  ['not-supported', 'Not supported', 'not-supported'],
];
const FORMS: Choices<'form'> = [
  ['good', 'Correct', 'good'],
  ['not-json', 'Truncated JSON', 'not-json'],
  ['empty', 'No result', 'empty'],
  ['other-id', 'For another request', 'other-id'],
  ['unsealed', 'Cannot be decrypted', 'unsealed'],
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
          hint="Answers requests automatically, or asks you."
          value={behaviour.answer}
          choices={ANSWERS}
          onChange={(answer) => change({ answer })}
        />
        <Field
          label="Delay"
          hint="Time between the decision and the answer to the app."
          value={behaviour.delay}
          choices={DELAYS}
          onChange={(delay) => change({ delay })}
        />
        <Field
          label="Features"
          hint="Features that the wallet reports when it connects, and enforces."
          value={behaviour.features}
          choices={FEATURES}
          onChange={(features) => change({ features })}
        />
        <Field
          label="Network"
          hint="Connects on the network that the app requests, or on the other one."
          value={behaviour.network}
          choices={NETWORKS}
          onChange={(network) => change({ network })}
        />
        <Field
          label="ton_proof"
          hint="The proof of a new connection. A server must reject every proof that is not correct."
          value={behaviour.proof}
          choices={PROOFS}
          onChange={(proof) => change({ proof })}
        />
        <Field
          label="Answer format"
          hint="A fault in each answer that makes it unusable for the app."
          value={behaviour.form}
          choices={FORMS}
          onChange={(form) => change({ form })}
        />
      </div>
      {odd && (
        <Button small onClick={() => change(GOOD_BEHAVIOUR)}>
          Reset behaviour
        </Button>
      )}
    </details>
  );
}
