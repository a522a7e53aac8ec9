import type { Account } from './account';
import {
  type Builder,
  beginCell,
  Cell,
  external,
  type MessageRelaxed,
  SendMode,
  sign,
  storeMessage,
  storeMessageRelaxed,
} from './ton';

/** The request and its signature, ready for the network. */
export type SignedTransfer = { boc: string; hash: string };

const SEND_MODE = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS;

function v4Order(account: Account, seqno: number, validUntil: number, messages: MessageRelaxed[]) {
  const order = beginCell()
    .storeUint(account.walletId, 32)
    .storeUint(seqno === 0 ? 0xffffffff : validUntil, 32)
    .storeUint(seqno, 32)
    .storeUint(0, 8);
  for (const message of messages)
    order.storeUint(SEND_MODE, 8).storeRef(beginCell().store(storeMessageRelaxed(message)));
  return order;
}

/** Out-list of send-message actions: the first message lies deepest and is sent first. */
function outList(messages: MessageRelaxed[]): Cell {
  return messages.reduce(
    (before, message) =>
      beginCell()
        .storeRef(before)
        .storeUint(0x0ec3c86d, 32)
        .storeUint(SEND_MODE, 8)
        .storeRef(beginCell().store(storeMessageRelaxed(message)))
        .endCell(),
    Cell.EMPTY,
  );
}

function v5Order(account: Account, seqno: number, validUntil: number, messages: MessageRelaxed[]) {
  return beginCell()
    .storeUint(0x7369676e, 32)
    .storeUint(account.walletId, 32)
    .storeUint(seqno === 0 ? 0xffffffff : validUntil, 32)
    .storeUint(seqno, 32)
    .storeMaybeRef(messages.length > 0 ? outList(messages) : null)
    .storeBit(false);
}

/** v4 has the signature in front of the order, v5 behind it. */
function signedBody(account: Account, order: Builder): Cell {
  const signature = sign(order.endCell().hash(), account.keys.secretKey);
  return account.version === 'v4r2'
    ? beginCell().storeBuffer(signature).storeBuilder(order).endCell()
    : beginCell().storeBuilder(order).storeBuffer(signature).endCell();
}

/**
 * A signed external message of the wallet contract. The first one (`seqno` 0) carries the state
 * init and never expires, as the contracts want it. `validUntil` is in unix seconds.
 */
export function signTransfer(
  account: Account,
  seqno: number,
  validUntil: number,
  messages: MessageRelaxed[],
): SignedTransfer {
  const order =
    account.version === 'v4r2'
      ? v4Order(account, seqno, validUntil, messages)
      : v5Order(account, seqno, validUntil, messages);
  const message = external({
    to: account.address,
    body: signedBody(account, order),
    ...(seqno === 0 ? { init: account.init } : {}),
  });
  const cell = beginCell().store(storeMessage(message)).endCell();
  return { boc: cell.toBoc().toString('base64'), hash: cell.hash().toString('hex') };
}
