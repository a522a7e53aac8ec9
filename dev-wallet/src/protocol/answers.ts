import type { ConnectItemReply, DeviceInfo as ProtocolDeviceInfo } from '@tonconnect/protocol';
import { type Account, otherKeys } from '../ton/account.ts';
import { signProof } from '../ton/proof.ts';
import { signData } from '../ton/sign-data.ts';
import { signInternal, signTransfer } from '../ton/transfer.ts';
import { type Abilities, abilitiesOf, type Feature, featuresOf } from './abilities.ts';
import type { ProofFault } from './behaviour.ts';
import type { Wanted } from './connect-request.ts';
import { CODE } from './error-codes.ts';
import type { Identity } from './identity.ts';
import type { Played } from './played.ts';
import type { Answer, Call, Question } from './rpc.ts';

/** Seconds a signed transfer stays valid when the app named no time. */
const TRANSFER_LIFE = 300;

/** Seconds by which a proof of a wrong time is wrong: more than any server allows. */
const FAR = 86_400;

/** The version of TON Connect that this wallet speaks. */
export const PROTOCOL_VERSION = 2;

/** The protocol's own, with the features of 2026. */
export type DeviceInfo = Omit<ProtocolDeviceInfo, 'features'> & { features: Feature[] };

export type ConnectEvent =
  | { event: 'connect'; id: number; payload: { items: ConnectItemReply[]; device: DeviceInfo } }
  | { event: 'connect_error'; id: number; payload: { code: number; message: string } };

/** What the wallet tells an app by itself, or when it has been asked to connect. */
export type WalletEvent = ConnectEvent | { event: 'disconnect'; id: number; payload: object };

/** What an app is told of the wallet: of the one that is played, where one is. */
export function deviceInfo(
  { appName }: Pick<Identity, 'appName'>,
  version: Account['version'],
  played: Played | null,
  lacking: Partial<Abilities>,
): DeviceInfo {
  return {
    platform: 'browser',
    appName: played?.appName ?? appName,
    appVersion: '1.0.0',
    maxProtocolVersion: PROTOCOL_VERSION,
    features: featuresOf(abilitiesOf(version, played, lacking)),
  };
}

/** The proof that an app has asked for, or one that its server must refuse. `now` in unix seconds. */
function proofItem(
  account: Account,
  domain: string,
  now: number,
  payload: string,
  fault: ProofFault | 'good',
): ConnectItemReply {
  switch (fault) {
    case 'good':
      return signProof(account, domain, now, payload);
    case 'other-key':
      return signProof({ ...account, keys: otherKeys(account) }, domain, now, payload);
    case 'stale':
      return signProof(account, domain, now - FAR, payload);
    case 'future':
      return signProof(account, domain, now + FAR, payload);
    case 'other-domain':
      return signProof(account, 'other-domain.example', now, payload);
    case 'other-payload':
      return signProof(account, domain, now, `other-${payload}`);
    case 'not-supported':
      return {
        name: 'ton_proof',
        error: { code: CODE.notSupported, message: 'This wallet makes no proofs' },
      };
  }
}

type Connection = {
  id: number;
  domain: string;
  /** Unix milliseconds. */
  now: number;
  wanted: Wanted | null;
  proof?: ProofFault | 'good';
};

/** The event of a connection, with a proof for `domain` if one was wanted. */
export function connectEvent(
  account: Account,
  device: DeviceInfo,
  { id, domain, now, wanted, proof = 'good' }: Connection,
): ConnectEvent {
  const items: ConnectItemReply[] = [
    {
      name: 'ton_addr',
      address: account.raw,
      network: account.chain,
      publicKey: account.publicKey,
      walletStateInit: account.stateInit,
    },
  ];
  if (wanted?.proof != null)
    items.push(proofItem(account, domain, Math.floor(now / 1000), wanted.proof, proof));
  return { event: 'connect', id, payload: { items, device } };
}

export function connectError(id: number, code: number, message: string): ConnectEvent {
  return { event: 'connect_error', id, payload: { code, message } };
}

/** What an approved question is answered with. `now` in unix milliseconds. */
export function approve(
  question: Question,
  call: Call,
  { account, domain, seqno, now }: { account: Account; domain: string; seqno: number; now: number },
): Answer {
  const seconds = Math.floor(now / 1000);
  if (question.kind === 'sign-data')
    return { id: call.id, result: signData(account, domain, seconds, question.payload) };
  const { transfers, validUntil } = question.transaction;
  const until = validUntil ?? seconds + TRANSFER_LIFE;
  const messages = transfers.map(({ message }) => message);
  if (question.kind === 'message') {
    const { boc } = signInternal(account, seqno, until, messages);
    return { id: call.id, result: { internalBoc: boc } };
  }
  return { id: call.id, result: signTransfer(account, seqno, until, messages).boc };
}
