import { openLink } from '@prichal/telegram';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { disconnect } from '../../core/connection/disconnect.js';
import { listen } from '../../core/device/listen.js';
import { guarded, guardPresses, usePressGuard } from '../../core/device/press-guard.js';
import { reportError } from '../../core/device/report-error.js';
import type { AccountMenuProps, WidgetView } from '../../core/internals.js';
import { buttonWords } from '../../core/language/menu-words.js';
import { useUiState } from '../../core/store.js';
import { TELEGRAM_WALLET } from '../../core/wallets/wallet-info.js';
import { copyText, TextToCopy } from '../controls/Button.js';
import { explorerUrl, TestnetBadgeOver } from '../controls/TestnetBadge.js';
import { Icon } from '../icons/Icon.js';
import { COPY, EXIT, OUT } from '../icons/shapes.js';
import { useFlash, useKept, usePresence } from '../presence.js';
import { useRootProps } from '../theme/use-root-props.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import { openWidgetRoot, showInTopLayer } from '../widget-root.js';
import * as styles from './account-menu.module.css';

/**
 * The account menu: 256 px wide, animated in 150 ms. It also renders the button's badge for the test network.
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

type OutsideOfHostProps = {
  internals: WidgetView;
  anchorRef: RefObject<Element | null>;
  children: ReactNode;
};

/**
 * Renders the menu in the widget's root element, so that no ancestor of the button clips it and no style of
 * the button's surroundings applies to it. For a button in a dialog of the app, renders it in that dialog:
 * everything outside an open dialog is inert.
 */
function OutsideOfHost({ internals, anchorRef, children }: OutsideOfHostProps) {
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
  // A landmark: all content outside the app's landmarks needs one.
  const landmark = (
    <section {...rootProps} aria-label={label}>
      {children}
    </section>
  );
  return element && createPortal(landmark, element);
}

/** How long 'Address copied!' is shown, ms (product specification, section 9). */
const COPIED_MS = 1000;

type MenuItemsProps = Omit<AccountMenuProps, 'open'> & {
  menu: RefObject<HTMLDivElement | null>;
  closing: boolean;
};

export function MenuItems({ internals, id, anchor, menu, closing, onClose }: MenuItemsProps) {
  const state = useUiState(internals);
  const words = buttonWords(state);
  // Kept while the menu closes after a disconnect.
  const address = useKept(state.address ?? '', closing);
  const wallet = useKept(state.wallet, closing);
  const [position, setPosition] = useState<PopoverPosition | null>(null);
  const [copied, flashCopied] = useFlash(COPIED_MS);
  const [refused, setRefused] = useState(false);

  useLayoutEffect(() => {
    const update = (): void => {
      if (anchor.current && menu.current)
        setPosition(popoverPosition(anchor.current, menu.current));
    };
    if (menu.current) showInTopLayer(menu.current);
    update();
    // Captured, because any scroller of the page can move the button. A transition ends when the
    // button, which is smaller while it is pressed, has its size again.
    return listen(window, 'resize scroll transitionend', update, { capture: true, passive: true });
  }, [anchor, menu]);

  // Also runs if the menu is opened again while it is closing. Nothing mounts then.
  useEffect(() => {
    if (!closing) itemsOf(menu.current)[0]?.focus({ preventScroll: true });
  }, [menu, closing]);

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent): void => {
      const inside = [menu.current, anchor.current].some(
        (part) => target instanceof Node && part?.contains(target),
      );
      if (!inside) guarded(onClose);
    };
    return listen(document, 'pointerdown', onPointerDown, { capture: true });
  }, [menu, anchor, onClose]);

  const leave = (): void => {
    onClose();
    anchor.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') {
      // The menu is at the end of the page. Tab continues from its button.
      leave();
      if (event.shiftKey) event.preventDefault();
    }
    const items = itemsOf(menu.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key !== 'Escape' && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) leave();
    else items.at(next % items.length)?.focus();
  };
  const copy = async (): Promise<void> => {
    const done = await copyText(address);
    setRefused(!done);
    if (done) flashCopied();
  };
  const leaveAndDisconnect = (): void => {
    leave();
    disconnect(internals).catch(reportError);
  };

  const listed = wallet && 'name' in wallet ? wallet : null;
  const name =
    listed?.appName === TELEGRAM_WALLET
      ? `${words.account} · Telegram`
      : (listed?.name ?? words.account);
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      popover="manual"
      tabIndex={-1}
      aria-label={words.account}
      className={styles.menu}
      data-state={closing ? 'closing' : 'open'}
      data-side={position?.side}
      style={position ? { left: position.left, top: position.top } : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.account}>
        <WalletIcon wallet={{ imageUrl: '', ...wallet, name }} size={28} />
        <p>{name}</p>
        <p className={styles.address} dir="ltr">
          {address}
        </p>
      </div>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={styles.item}
        onClick={() => void copy()}
      >
        <Icon shape={COPY} />
        {/* The shown text is the live region. A separate region would repeat it. */}
        {!copied && !refused && words.copy}
        <span aria-live="polite">{refused ? words.copyFailed : copied && words.copied}</span>
      </button>
      {refused && <TextToCopy text={address} />}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={styles.item}
        onClick={() => {
          guardPresses();
          openLink(explorerUrl(address));
        }}
      >
        <Icon shape={OUT} />
        {words.explorer}
      </button>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={styles.item}
        onClick={leaveAndDisconnect}
      >
        <Icon shape={EXIT} />
        {words.disconnect}
      </button>
    </div>
  );
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** Minimum distance of the menu from the window's edges, px. */
const MARGIN = 8;
/** Distance between button and menu, px. */
const GAP = 12;

export type PopoverPosition = {
  side: 'bottom' | 'top';
  /** From the window's edges, px. */
  left: number;
  top: number;
};

/**
 * Returns the position under the button, ends aligned. If there is not enough room below and more above, the
 * menu is above. It is shifted so that all of it is in the window.
 */
export function popoverPosition(anchor: Element, menu: HTMLElement): PopoverPosition {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const side = below < height && above > below ? 'top' : 'bottom';
  const rightToLeft = getComputedStyle(anchor).direction === 'rtl';
  const wanted = rightToLeft ? at.left : at.right - width;
  const left = Math.max(MARGIN, Math.min(wanted, innerWidth - width - MARGIN));
  return { side, left, top: side === 'top' ? at.top - GAP - height : at.bottom + GAP };
}
