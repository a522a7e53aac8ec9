import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react';
import { Boundary } from '../ui/Boundary.js';
import { ConnectButton, type ConnectButtonProps } from '../ui/connect-button/ConnectButton.js';
import { useInternals } from './context.js';
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

/** The peer's id of its button. Apps find it by that, and press it. */
const ID = 'ton-connect-button';

/** What the buttons that stand on the page are told their ids by, the first of them first. */
const standing = new Set<(id: string | undefined) => void>();

function nameTheFirst(): void {
  let id: string | undefined = ID;
  for (const name of standing) {
    name(id);
    id = undefined;
  }
}

/** The id of a connect button: an id is one element's, so that of several the first has it. */
export function useButtonId(): string | undefined {
  const [id, name] = useState<string | undefined>(ID);
  // Before the page is painted, and before the effects of the host.
  useLayoutEffect(() => {
    standing.add(name);
    nameTheFirst();
    return () => {
      standing.delete(name);
      nameTheFirst();
    };
  }, []);
  return id;
}
