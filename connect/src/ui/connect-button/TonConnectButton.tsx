import type { CSSProperties } from 'react';
import { Boundary } from '../boundary/Boundary.js';
import { useCore } from '../provider/context.js';
import { ConnectButton } from './ConnectButton.js';

export type TonConnectButtonProps = { className?: string; style?: CSSProperties };

/**
 * The connect button: restoring, 'Connect wallet', or the address with its menu. Any number of them
 * may stand on a page. Renders a `<div>` with a `<button>` in it.
 */
export function TonConnectButton({ className, style }: TonConnectButtonProps) {
  const core = useCore();
  return (
    <Boundary>
      <ConnectButton core={core} className={className} style={style} />
    </Boundary>
  );
}
