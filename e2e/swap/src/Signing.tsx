import {
  type SignDataPayload,
  type SignDataPayloadText,
  type SignDataResponse,
  useTonConnectUI,
} from '@tonconnect/ui-react';
import { useState } from 'react';
import { explain } from './outcome';

const text: SignDataPayloadText = { type: 'text', text: 'I agree to be moored here.' };
const binary: SignDataPayload = { type: 'binary', bytes: 'AAEC/w==' };

/** Requests signatures of texts and bytes. */
export function Signing() {
  const [ui] = useTonConnectUI();
  const [outcome, setOutcome] = useState('none');

  const sign = async (payload: SignDataPayload) => {
    setOutcome('asking');
    try {
      const { signature, payload: signed }: SignDataResponse = await ui.signData(payload, {
        onRequestSent: () => setOutcome('asked'),
      });
      setOutcome(`${signed.type}: ${signature.length > 0 ? 'signed' : 'not signed'}`);
    } catch (error) {
      setOutcome(explain(error));
    }
  };

  return (
    <section aria-label="Signing">
      <button type="button" onClick={() => void sign(text)}>
        Sign words
      </button>
      <button type="button" onClick={() => void sign(binary)}>
        Sign bytes
      </button>
      <output aria-label="Signing outcome">{outcome}</output>
    </section>
  );
}
