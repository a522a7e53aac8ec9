import type { Account } from './account.ts';
import {
  type Builder,
  beginCell,
  Cell,
  external,
  internal,
  type MessageRelaxed,
  SendMode,
  sign,
  storeMessage,
  storeMessageRelaxed,
} from './ton.ts';

/** The signed request, ready for the network. */
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

/**
 * Builds the list of send-message actions. The first message is the innermost and is sent first.
 */
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

/**
 * Operations of a v5 wallet: an external message (`sign`), or an internal message whose sender pays
 * (`sint`).
 */
const V5_OPCODE = { external: 0x7369676e, internal: 0x73696e74 } as const;

function v5Order(
  account: Account,
  seqno: number,
  validUntil: number,
  messages: MessageRelaxed[],
  way: keyof typeof V5_OPCODE = 'external',
) {
  return beginCell()
    .storeUint(V5_OPCODE[way], 32)
    .storeUint(account.walletId, 32)
    .storeUint(seqno === 0 ? 0xffffffff : validUntil, 32)
    .storeUint(seqno, 32)
    .storeMaybeRef(messages.length > 0 ? outList(messages) : null)
    .storeBit(false);
}

/** v4 puts the signature before the order, v5 after it. */
function signedBody(account: Account, order: Builder): Cell {
  const signature = sign(order.endCell().hash(), account.keys.secretKey);
  return account.version === 'v4r2'
    ? beginCell().storeBuffer(signature).storeBuilder(order).endCell()
    : beginCell().storeBuilder(order).storeBuffer(signature).endCell();
}

/**
 * Signs an external message of the wallet contract. The first message (`seqno` 0) carries the state
 * init and never expires, as the contracts require. `validUntil` is in Unix seconds.
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

/**
 * Signs a transfer for another sender: an internal message to the wallet contract, without value,
 * as signMessage returns it. Throws for contracts other than v5r1, which do not accept internal
 * orders.
 */
export function signInternal(
  account: Account,
  seqno: number,
  validUntil: number,
  messages: MessageRelaxed[],
): SignedTransfer {
  if (account.version !== 'v5r1')
    throw new Error(`a ${account.version} wallet takes no order from inside the chain`);
  const message = internal({
    to: account.address,
    value: 0n,
    bounce: true,
    body: signedBody(account, v5Order(account, seqno, validUntil, messages, 'internal')),
    ...(seqno === 0 ? { init: account.init } : {}),
  });
  const cell = beginCell().store(storeMessageRelaxed(message)).endCell();
  return { boc: cell.toBoc().toString('base64'), hash: cell.hash().toString('hex') };
}
