import { useEffect } from 'react';
import { useTonConnectUI } from '../react/hooks.js';
import { TonConnectButton } from '../react/TonConnectButton.js';
import type { TonConnectUI } from '../react/ton-connect-ui.js';

let current: TonConnectUI | null = null;

/** An app that requests a proof whose payload its server has not sent yet. */
export function Ask() {
  const [ui] = useTonConnectUI();
  useEffect(() => {
    current = ui;
    ui.setConnectRequestParameters({ state: 'loading' });
  }, [ui]);
  return <TonConnectButton />;
}

export const give = (tonProof: string): void =>
  current?.setConnectRequestParameters({ state: 'ready', value: { tonProof } });
