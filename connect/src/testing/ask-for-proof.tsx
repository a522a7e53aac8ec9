import { useEffect } from 'react';
import type { TonConnectUI } from '../controller/ton-connect-ui.js';
import { TonConnectButton } from '../ui/connect-button/TonConnectButton.js';
import { useTonConnectUI } from '../ui/provider/hooks.js';

let current: TonConnectUI | null = null;

/** An app that asks for a proof whose payload its server has yet to send. */
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
