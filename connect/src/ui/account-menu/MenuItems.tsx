import { openLink } from '@prichal/telegram';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { disconnect } from '../../actions/disconnect.js';
import { copyText } from '../../device/clipboard.js';
import { listen } from '../../device/listen.js';
import { guarded, guardPresses } from '../../device/press-guard.js';
import { reportError } from '../../device/report-error.js';
import { buttonWords } from '../../language/menu-words.js';
import { useUiState } from '../../store/use-ui-selector.js';
import type { AccountMenuProps } from '../../types/internals.js';
import { TELEGRAM_WALLET } from '../../wallets/wallet-info.js';
import { TextToCopy } from '../controls/TextToCopy.js';
import { explorerUrl } from '../explorer.js';
import { Icon } from '../icons/Icon.js';
import { COPY, EXIT, OUT } from '../icons/shapes.js';
import { useFlash } from '../presence/use-flash.js';
import { showInTopLayer } from '../top-layer.js';
import { useKept } from '../use-kept.js';
import { WalletIcon } from '../wallet-tile/WalletIcon.js';
import * as styles from './account-menu.module.css';
import { type PopoverPosition, popoverPosition } from './popover-position.js';

/** How long 'Address copied!' stands, ms (product specification, section 9). */
const COPIED_MS = 1000;

type Props = Omit<AccountMenuProps, 'open'> & {
  menu: RefObject<HTMLDivElement | null>;
  closing: boolean;
};

export function MenuItems({ internals, id, anchor, menu, closing, onClose }: Props) {
  const state = useUiState(internals);
  const words = buttonWords(state);
  // Kept while the menu closes because the wallet has gone.
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
    // Captured: whatever scrolls on the page may take the button along.
    return listen(window, 'resize scroll', update, { capture: true, passive: true });
  }, [anchor, menu]);

  // This runs also when the menu is opened again while it is still closing, where nothing mounts.
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
      // The menu stands at the end of the page: the way goes on from its button.
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
        {/* The words are read out where they are shown: said elsewhere, they would be there twice. */}
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
