import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePressGuard } from '../../device/press-guard.js';
import { buttonWords } from '../../language/menu-words.js';
import { useUiState } from '../../store/use-ui-selector.js';
import { useRootProps } from '../../theme/use-root-props.js';
import type { AccountMenuProps, Internals } from '../../types/internals.js';
import { usePresence } from '../presence/use-presence.js';
import { TestnetBadgeOver } from '../testnet/TestnetBadge.js';
import { openWidgetRoot } from '../widget-root.js';
import { MenuItems } from './MenuItems.js';

/**
 * The menu under the address: 256 px wide, in and out in 150 ms. It comes as soon as there is an address,
 * and with it what the button says of the account's network.
 */
export function AccountMenu({ open, ...props }: AccountMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const presence = usePresence(open, menu);
  usePressGuard(open, false);
  const state = useUiState(props.internals);
  return (
    <>
      <TestnetBadgeOver wallet={state.wallet} words={buttonWords(state)} />
      {presence !== 'closed' && (
        <OutsideOfHost internals={props.internals} anchorRef={props.anchor}>
          <MenuItems {...props} menu={menu} closing={presence === 'closing'} />
        </OutsideOfHost>
      )}
    </>
  );
}

type Props = { internals: Internals; anchorRef: RefObject<Element | null>; children: ReactNode };

/**
 * In the widget's root element, so that no ancestor of the button cuts the menu off, and no rule for
 * the button's surroundings reaches it. A button in a dialog of the host's has it in that dialog:
 * outside of an open one nothing can be reached.
 */
function OutsideOfHost({ internals, anchorRef, children }: Props) {
  const label = buttonWords(useUiState(internals)).account;
  const rootProps = useRootProps(internals);
  const [element, setElement] = useState<Element | null>(null);
  const { widgetRootId } = internals.settings;
  useLayoutEffect(() => {
    const dialog = anchorRef.current?.closest('dialog');
    if (dialog) {
      setElement(dialog);
      return;
    }
    const root = openWidgetRoot(widgetRootId);
    setElement(root.element);
    return () => root.remove();
  }, [anchorRef, widgetRootId]);
  // A landmark, as all that stands beside the page's own has to be in one.
  const landmark = (
    <section {...rootProps} aria-label={label}>
      {children}
    </section>
  );
  return element && createPortal(landmark, element);
}
