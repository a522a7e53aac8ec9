import type { DevWalletOptions } from '../dev-wallet.ts';
import {
  type Behaviour,
  FORM_FAULTS,
  type FormFault,
  PROOF_FAULTS,
  type ProofFault,
} from '../protocol/behaviour.ts';
import { isRecord } from '../protocol/connect-request.ts';
import { Problem } from './problem.ts';

type Read<T> = (value: unknown, name: string) => T;

function refuse(name: string, value: unknown, rule: string): never {
  throw new Problem(400, `${name} ${JSON.stringify(value)}: it must be ${rule}`);
}

export const text: Read<string> = (value, name) =>
  typeof value === 'string' && value !== '' ? value : refuse(name, value, 'a text');

const whole =
  (least: number): Read<number> =>
  (value, name) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least
      ? value
      : refuse(name, value, `a whole number from ${least}`);

export const oneOf =
  <T extends string>(...allowed: readonly T[]): Read<T> =>
  (value, name) =>
    allowed.find((each) => each === value) ?? refuse(name, value, `one of ${allowed.join(', ')}`);

const flag: Read<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : refuse(name, value, 'true or false');

/** Makes a reader for an object with only these fields, each read by its own rule. */
function fields<T extends object>(rules: { [Key in keyof T]-?: Read<T[Key]> }): Read<Partial<T>> {
  return (value, name) => {
    if (!isRecord(value)) return refuse(name, value, 'an object');
    const read: Partial<T> = {};
    for (const [key, part] of Object.entries(value)) {
      const rule = rules[key as keyof T];
      if (!Object.hasOwn(rules, key) || !rule)
        throw new Problem(
          400,
          `${name}.${key} is unknown: there are ${Object.keys(rules).join(', ')}`,
        );
      read[key as keyof T] = rule(part, `${name}.${key}`);
    }
    return read;
  };
}

const refusal = fields<{ code: number; message: string }>({ code: whole(0), message: text });

const answer: Read<Behaviour['answer']> = (value, name) => {
  if (!isRecord(value)) return oneOf('ask', 'approve', 'never')(value, name);
  const { code = refuse(`${name}.code`, undefined, 'an error code'), message } = refusal(
    value,
    name,
  );
  return message === undefined ? { code } : { code, message };
};

const signData: Read<Behaviour['features']['signData'] & object> = (value, name) =>
  Array.isArray(value)
    ? (value as unknown[]).map((each) => oneOf('text', 'binary', 'cell')(each, name))
    : refuse(name, value, 'a list of text, binary, cell');

/** Reads a behaviour, or a part of one, from JSON. Throws a Problem with the value and the rule. */
export const readBehaviour = fields<Behaviour>({
  answer,
  delay: whole(0),
  features: fields<Required<Behaviour['features']>>({
    maxMessages: whole(0),
    extraCurrency: flag,
    signData,
    signMessage: flag,
  }),
  network: oneOf('asked', 'other'),
  proof: oneOf<ProofFault | 'good'>('good', ...PROOF_FAULTS),
  form: oneOf<FormFault | 'good'>('good', ...FORM_FAULTS),
  times: whole(1),
});

export const readRefusal = refusal;

/** Body of POST /wallets. */
export type WalletBody = Required<
  Pick<DevWalletOptions, 'seed' | 'version' | 'network' | 'bridgeUrl' | 'seqno'>
> & {
  mnemonic: string;
  behaviour: Partial<Behaviour>;
  identity: { appName: string; name: string };
  manifest: { url: string; name: string; iconUrl: string };
};

const webUrl: Read<string> = (value, name) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value)
    ? value
    : refuse(name, value, 'an http(s) address');

const manifest: Read<WalletBody['manifest']> = (value, name) => {
  const rules = { url: webUrl, name: text, iconUrl: webUrl };
  const { url, name: title, iconUrl } = fields<WalletBody['manifest']>(rules)(value, name);
  return url !== undefined && title !== undefined && iconUrl !== undefined
    ? { url, name: title, iconUrl }
    : refuse(name, value, 'an object with url, name and iconUrl');
};

export const readWalletBody = fields<WalletBody>({
  seed: text,
  mnemonic: text,
  version: oneOf('v5r1', 'v4r2'),
  network: oneOf('mainnet', 'testnet'),
  bridgeUrl: webUrl,
  seqno: whole(0),
  behaviour: readBehaviour,
  identity: (value, name) => ({
    appName: 'prichal-dev',
    name: 'Dev Wallet',
    ...fields<WalletBody['identity']>({ appName: text, name: text })(value, name),
  }),
  manifest,
});
