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
   * Renders a custom button instead of the widget's. Called with the state and actions of the button. Nothing
   * else is rendered, so `className` and `style` can be used freely.
   */
  children?: (state: ConnectButtonState) => ReactNode;
};

/**
 * The fragment allows an app to return any node: not every version of React accepts all of them from a
 * component.
 */
const OwnButton = ({ render }: { render: NonNullable<TonConnectButtonProps['children']> }) => (
  <>{render(useConnectButton())}</>
);

const WidgetButton = (props: ConnectButtonProps) => <ConnectButton {...props} id={useButtonId()} />;

/**
 * The connect button. Shows a placeholder while a session is restored, 'Connect wallet', or the address with
 * its menu. Several can be on a page. Renders a `<div>` with a `<button>` in it. The first one has the ID
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

/** The ID of the peer's button. Apps use it to find and press the button. */
const ID = 'ton-connect-button';

/** Setters of the IDs of the page's buttons, in their order. */
const standing = new Set<(id: string | undefined) => void>();

function nameTheFirst(): void {
  let id: string | undefined = ID;
  for (const name of standing) {
    name(id);
    id = undefined;
  }
}

/** Returns the ID of a connect button. IDs are unique, so only the first button has it. */
export function useButtonId(): string | undefined {
  const [id, name] = useState<string | undefined>(ID);
  // Before the page is painted, and before the effects of the app.
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
