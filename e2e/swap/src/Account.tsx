import {
  CHAIN,
  toUserFriendlyAddress,
  useIsConnectionRestored,
  useTonAddress,
  useTonConnectUI,
  useTonWallet,
} from '@tonconnect/ui-react';

/** Shows the connected account, from every hook that returns it. */
export function Account() {
  const wallet = useTonWallet();
  const address = useTonAddress();
  const raw = useTonAddress(false);
  const restored = useIsConnectionRestored();
  const [ui] = useTonConnectUI();

  const name = wallet && 'name' in wallet ? wallet.name : wallet?.device.appName;
  const network = wallet?.account.chain === CHAIN.TESTNET ? 'testnet' : 'mainnet';
  return (
    <section aria-label="Account">
      <p>
        Restored: <output aria-label="Restored">{restored ? 'yes' : 'no'}</output>
      </p>
      <p>
        Wallet: <output aria-label="Wallet">{name ?? 'none'}</output>
      </p>
      <p>
        Address: <output aria-label="Address">{address || 'none'}</output>
      </p>
      {wallet && (
        <>
          <p>
            By hand:{' '}
            <output aria-label="Address by hand">
              {toUserFriendlyAddress(raw, network === 'testnet')}
            </output>
          </p>
          <p>
            Network: <output aria-label="Network">{network}</output>
          </p>
          <button type="button" onClick={() => void ui.disconnect()}>
            Leave
          </button>
        </>
      )}
    </section>
  );
}
