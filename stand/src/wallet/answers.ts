import type { ConnectEvent, ConnectItemReply, DeviceInfo } from '@tonconnect/protocol';
import { abilitiesOf, featuresOf } from './abilities';
import type { Account } from './account';
import type { Conduct } from './conduct';
import type { Wanted } from './connect-request';
import type { Played } from './played';
import { signProof } from './proof';
import type { Answer, Call, Question } from './rpc';
import { signData } from './sign-data';
import { signTransfer } from './transfer';

/** Seconds a signed transfer stays valid when the app named no time. */
const TRANSFER_LIFE = 300;

/** The version of TON Connect that this wallet speaks. */
export const PROTOCOL_VERSION = 2;

export const APP_NAME = 'prichal-dev';

/** What an app is told of the wallet: of the one that is played, where one is. */
export function deviceInfo(
  version: Account['version'],
  played: Played | null,
  lacking: Conduct['features'],
): DeviceInfo {
  return {
    platform: 'browser',
    appName: played?.appName ?? APP_NAME,
    appVersion: '1.0.0',
    maxProtocolVersion: PROTOCOL_VERSION,
    features: featuresOf(abilitiesOf(version, played, lacking)),
  };
}

/** The event of a connection, with a proof for `domain` if one was wanted. */
export function connectEvent(
  account: Account,
  device: DeviceInfo,
  { id, domain, now, wanted }: { id: number; domain: string; now: number; wanted: Wanted | null },
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
    items.push(signProof(account, domain, Math.floor(now / 1000), wanted.proof));
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
  const transfer = signTransfer(
    account,
    seqno,
    validUntil ?? seconds + TRANSFER_LIFE,
    transfers.map(({ message }) => message),
  );
  return { id: call.id, result: transfer.boc };
}
