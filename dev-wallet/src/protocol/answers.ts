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

/** Validity of a signed transfer in seconds if the app sets none. */
const TRANSFER_LIFE = 300;

/** Error in seconds of a proof with a wrong time: more than any server allows. */
const FAR = 86_400;

/** Version of TON Connect that this wallet implements. */
export const PROTOCOL_VERSION = 2;

/** Device info of the protocol, with the features of 2026. */
export type DeviceInfo = Omit<ProtocolDeviceInfo, 'features'> & { features: Feature[] };

export type ConnectEvent =
  | { event: 'connect'; id: number; payload: { items: ConnectItemReply[]; device: DeviceInfo } }
  | { event: 'connect_error'; id: number; payload: { code: number; message: string } };

/** Event from the wallet: its answer to a connect request, or its own disconnect. */
export type WalletEvent = ConnectEvent | { event: 'disconnect'; id: number; payload: object };

/** Returns the device info for apps: of the played wallet, if one is played. */
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

/**
 * Returns the requested proof, or an invalid one that a server must reject. `now` is in Unix
 * seconds.
 */
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

/** Returns the event of a connection, with a proof for `domain` if the app requested one. */
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

/** Returns the answer to an approved request. `now` is in Unix milliseconds. */
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
