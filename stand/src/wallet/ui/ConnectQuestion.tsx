import {
  accountFor,
  CHAIN_NAME,
  type PendingConnect,
  shownAddress,
  type WalletView,
} from '@prichal/dev-wallet/core';
import { Fact, Facts } from './Facts';

/** Description of the data that an app gets when it is connected. */
export function ConnectQuestion({ view, pending }: { view: WalletView; pending: PendingConnect }) {
  const { wanted, played } = pending;
  const chain = wanted.chain ?? view.state.chain;
  const { address } = accountFor(view.state, { ...view.state, chain });
  return (
    <Facts>
      {played && <Fact name="Answers as">{played.name}</Fact>}
      <Fact name="Address" code>
        {shownAddress(address, chain)}
      </Fact>
      <Fact name="Network">
        {CHAIN_NAME[chain]}
        {wanted.chain !== null && ', as requested'}
      </Fact>
      {wanted.proof !== null && (
        <Fact name="ton_proof" code>
          {wanted.proof}
        </Fact>
      )}
      {wanted.unknown.length > 0 && (
        <Fact name="Ignored" tone="warning">
          {wanted.unknown.join(', ')}: unknown to this wallet
        </Fact>
      )}
    </Facts>
  );
}
