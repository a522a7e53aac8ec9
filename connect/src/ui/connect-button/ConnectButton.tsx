import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { ServerStyles } from '#styles';
import { reportError } from '../../core/device/report-error.js';
import type { LazyChunk, WidgetView, WithChunk } from '../../core/internals.js';
import { firstWords } from '../../core/language/button-words.js';
import { preload, pressConnect } from '../../core/lifecycle.js';
import { useUiState } from '../../core/store.js';
import { ARROW_DOWN, Icon, TON } from '../icons/Icon.js';
import { useRootProps } from '../theme/use-root-props.js';
import { selectPending, selectProblem, selectStatus, shortAddress } from './button-state.js';
import * as styles from './connect-button.module.css';

export type ConnectButtonProps = {
  internals: WidgetView;
  id?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
};

/**
 * The connect button. It is one element in all states, so that it keeps the focus. `data-state`:
 * `restoring`, `disconnected`, `connected`. After a press, it is busy while the code loads. If the load
 * fails, it offers a retry, and then to reload the page.
 */
export function ConnectButton({ internals, id, className, style }: ConnectButtonProps) {
  const rootProps = useRootProps(internals);
  const state = useUiState(internals);
  const words = firstWords(state);
  const { address } = state;
  const status = selectStatus(state);
  const problem = selectProblem(state);
  const pending = selectPending(state);
  // A stored address is shown at once.
  const restoring = status === 'restoring' && !problem && !address;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const lazy = useLazyChunk(internals, status === 'connected' || open);
  const menuOpen = open && lazy !== null;

  if (open && !address) setOpen(false);

  // The name is explicit, because the invisible label that keeps the button's width would be part of it.
  const offer = problem ? words[problem] : words.connectWallet;
  const label = address ? shortAddress(address) : restoring ? words.restoring : offer;
  const warmUp = (): void => {
    if (!address && !restoring) preload(internals);
  };
  const press = (): void => {
    if (address && !problem) setOpen((was) => !was);
    // Without a network, a reload would lose the page.
    else if (problem === 'reload' && navigator.onLine) location.reload();
    else if (state.loadStatus !== 'loading') pressConnect(internals).catch(reportError);
  };

  return (
    <div
      {...rootProps}
      id={id}
      className={className ? `${styles.root} ${className}` : styles.root}
      style={{ ...rootProps.style, ...style }}
    >
      {ServerStyles && <ServerStyles />}
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-state={status}
        data-label={words.connectWallet}
        disabled={restoring && !pending}
        aria-busy={restoring || pending}
        aria-label={address ? `${words.account} ${label}` : label}
        aria-haspopup={address ? 'menu' : 'dialog'}
        aria-expanded={address ? menuOpen : undefined}
        aria-controls={menuOpen ? menuId : undefined}
        onPointerEnter={warmUp}
        onFocus={warmUp}
        onClick={press}
      >
        {/* Elements with keys of their own: a reused element that moves would count as a layout
            shift. */}
        {restoring ? (
          <span key="skeleton" className={styles.skeleton} />
        ) : (
          <span key={address ? 'address' : 'connect'} className={styles.content}>
            {!address && (pending ? <span className={styles.spinner} /> : <Icon shape={TON} />)}
            {label}
            {address && <Icon shape={ARROW_DOWN} size={16} line={2.6} className={styles.arrow} />}
          </span>
        )}
      </button>
      {problem && (
        <span role="alert" className={styles.problem}>
          {words.notLoaded}
        </span>
      )}
      {lazy && (
        <lazy.AccountMenu
          internals={internals}
          id={menuId}
          open={menuOpen}
          anchor={button}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Returns the lazy chunk, which has the account menu. Null until it is `needed` and loaded. */
export function useLazyChunk({ lazyChunk }: WithChunk, needed: boolean): LazyChunk | null {
  const [chunk, setChunk] = useState<LazyChunk | null>(null);
  useEffect(() => {
    if (!needed) return;
    let current = true;
    lazyChunk.load().then(
      (loaded) => current && setChunk(loaded),
      // The button still shows the address. The next connection loads the chunk again.
      (error: unknown) => reportError(error),
    );
    return () => {
      current = false;
    };
  }, [lazyChunk, needed]);
  return chunk;
}
