import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { Boundary } from '../ui/boundary/Boundary.js';
import { ConnectButton, type ConnectButtonProps } from '../ui/connect-button/ConnectButton.js';
import { useInternals } from './context.js';
import { useButtonId } from './use-button-id.js';
import { type ConnectButtonState, useConnectButton } from './use-connect-button.js';

export type TonConnectButtonProps = {
  className?: string;
  style?: CSSProperties;
  /**
   * A button of your own: called with all that it has to know and do, in place of ours. Nothing else
   * is rendered, so `className` and `style` are yours to use.
   */
  children?: (state: ConnectButtonState) => ReactNode;
};

/**
 * The fragment allows a host to return anything: not every version of React takes all of it from a
 * component.
 */
const OwnButton = ({ render }: { render: NonNullable<TonConnectButtonProps['children']> }) => (
  <>{render(useConnectButton())}</>
);

const WidgetButton = (props: ConnectButtonProps) => <ConnectButton {...props} id={useButtonId()} />;

/**
 * The connect button: restoring, 'Connect wallet', or the address with its menu. Any number of them
 * may stand on a page. Renders a `<div>` with a `<button>` in it; the first on the page has the id
 * `ton-connect-button`.
 */
export function TonConnectButton({
  className,
  style,
  children,
}: TonConnectButtonProps): ReactElement {
  const internals = useInternals();
  if (children) return <OwnButton render={children} />;
  return (
    <Boundary>
      <WidgetButton internals={internals} className={className} style={style} />
    </Boundary>
  );
}
