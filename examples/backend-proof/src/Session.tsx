import { useTonConnectUI, useTonWallet } from '@prichal/connect';
import { useEffect, useState } from 'react';
import { challenge, sessionAddress, signIn, signOut } from './session';

/** Requests a new payload before the old one expires. */
const REFRESH_MS = 600_000;

/** Signs in with the proof that the wallet sends when it connects. */
export function Session() {
  const [ui] = useTonConnectUI();
  const wallet = useTonWallet();
  const [said, setSaid] = useState('');

  useEffect(() => {
    const ask = async () => {
      const tonProof = await challenge().catch(() => null);
      ui.setConnectRequestParameters(
        tonProof ? { state: 'ready', value: { tonProof } } : null,
      );
    };
    if (wallet) return;
    ui.setConnectRequestParameters({ state: 'loading' });
    void ask();
    const timer = setInterval(() => void ask(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [ui, wallet]);

  useEffect(
    () =>
      ui.onStatusChange(async (connected) => {
        if (!connected) {
          await signOut();
          setSaid('');
          return;
        }
        const item = connected.connectItems?.tonProof;
        try {
          if (item && 'proof' in item) {
            const { address, publicKey = '' } = connected.account;
            setSaid(
              `Signed in as ${await signIn({ address, publicKey, proof: item.proof })}`,
            );
          } else {
            setSaid(`Signed in as ${await sessionAddress()}`);
          }
        } catch (error) {
          setSaid(error instanceof Error ? error.message : String(error));
          await ui.disconnect();
        }
      }),
    [ui],
  );

  return (
    <p>
      <output>{said}</output>
    </p>
  );
}
