import { loadMessage } from '@ton/core';
import { signVerify } from '@ton/crypto';
import { describe, expect, it } from 'vitest';
import { accountOf } from './account.ts';
import { beginCell, Cell, internal } from './ton.ts';
import { signTransfer } from './transfer.ts';

const to = accountOf('55'.repeat(32), 'v5r1', '-239').address;
const messages = [1n, 2n].map((value) => internal({ to, value, bounce: true }));

/** Returns the signed order of a body, without its signature. */
function orderOf(body: Cell, signatureFirst: boolean) {
  const slice = body.beginParse();
  if (signatureFirst) {
    const signature = slice.loadBuffer(64);
    return { signature, order: slice.asCell() };
  }
  const order = beginCell().storeBits(slice.loadBits(slice.remainingBits - 512));
  const signature = slice.loadBuffer(64);
  while (slice.remainingRefs > 0) order.storeRef(slice.loadRef());
  return { signature, order: order.endCell() };
}

describe.each(['v4r2', 'v5r1'] as const)('a transfer of %s', (version) => {
  const account = accountOf('66'.repeat(32), version, '-239');

  it('is an external message to the wallet, signed with its key', () => {
    const { boc, hash } = signTransfer(account, 7, 1_800_000_000, messages);
    const cell = Cell.fromBase64(boc);
    expect(cell.hash().toString('hex')).toBe(hash);
    const message = loadMessage(cell.beginParse());
    expect(message.info.type).toBe('external-in');
    expect(message.info.dest?.toString()).toBe(account.address.toString());
    expect(message.init).toBeNull();
    const { signature, order } = orderOf(message.body, version === 'v4r2');
    expect(signVerify(order.hash(), signature, account.keys.publicKey)).toBe(true);
    const slice = order.beginParse();
    if (version === 'v5r1') expect(slice.loadUint(32)).toBe(0x7369676e);
    expect(slice.loadUint(32)).toBe(account.walletId);
    expect(slice.loadUint(32)).toBe(1_800_000_000);
    expect(slice.loadUint(32)).toBe(7);
  });

  it("includes the contract's code the first time", () => {
    const { boc } = signTransfer(account, 0, 1_800_000_000, messages);
    const { init } = loadMessage(Cell.fromBase64(boc).beginParse());
    expect(init?.data?.hash().equals(account.init.data.hash())).toBe(true);
  });
});
