import { useTonConnectUI, useTonWallet } from '@tonconnect/ui-react';

const challenge = 'a nonce of the backend';

/** Requests a proof of the address with the next connection. */
export function Proof() {
  const [ui] = useTonConnectUI();
  const wallet = useTonWallet();

  const ask = async () => {
    ui.setConnectRequestParameters({ state: 'loading' });
    const tonProof = await Promise.resolve(challenge);
    ui.setConnectRequestParameters({ state: 'ready', value: { tonProof } });
  };

  const reply = wallet?.connectItems?.tonProof;
  const proof = reply && 'proof' in reply ? reply.proof : null;
  return (
    <section aria-label="Proof">
      <button type="button" onClick={() => void ask()}>
        Ask for a proof
      </button>
      <button type="button" onClick={() => ui.setConnectRequestParameters(null)}>
        Ask for none
      </button>
      <output aria-label="Proof payload">{proof ? proof.payload : 'none'}</output>
    </section>
  );
}
