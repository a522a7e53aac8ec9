import { accountOf, CHAIN_NAME, shownAddress } from '../account';
import type { Wanted } from '../connect-request';
import type { WalletView } from '../wallet';
import { Fact, Facts } from './Facts';

/** What an app gets when it is connected. */
export function ConnectQuestion({ view, wanted }: { view: WalletView; wanted: Wanted }) {
  const { seed, version } = view.state;
  const chain = wanted.chain ?? view.state.chain;
  const { address } = accountOf(seed, version, chain);
  return (
    <Facts>
      <Fact name="Address" code>
        {shownAddress(address, chain)}
      </Fact>
      <Fact name="Network">
        {CHAIN_NAME[chain]}
        {wanted.chain !== null && ', as the app asks'}
      </Fact>
      {wanted.proof !== null && (
        <Fact name="Proof of" code>
          {wanted.proof}
        </Fact>
      )}
      {wanted.unknown.length > 0 && (
        <Fact name="Left out" tone="warning">
          {wanted.unknown.join(', ')}: not known to this wallet
        </Fact>
      )}
    </Facts>
  );
}
