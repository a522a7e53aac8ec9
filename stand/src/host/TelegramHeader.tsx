import { useEffect, useRef, useState } from 'react';
import { Icon } from '../controls/Icon';
import type { Phone, PhoneState } from './phone';
import styles from './TelegramHeader.module.css';

type Props = { title: string; state: PhoneState; phone: Phone };

/** The client's own bar above the app: back when the app wants it, title, menu, close. */
export function TelegramHeader({ title, state, phone }: Props) {
  return (
    <div className={styles.header} data-over={state.fullscreen}>
      <div className={styles.side}>
        {state.back && (
          <button
            type="button"
            className={styles.button}
            aria-label="Back"
            onClick={phone.pressBack}
          >
            <Icon name="back" size={24} />
          </button>
        )}
      </div>
      <p className={styles.title}>
        {title}
        <span className={styles.kind}>mini app</span>
      </p>
      <Menu state={state} phone={phone} />
      <button type="button" className={styles.button} aria-label="Close" onClick={phone.close}>
        <Icon name="close" size={22} />
      </button>
    </div>
  );
}

function Menu({ state, phone }: { state: PhoneState; phone: Phone }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const leave = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && root.current?.contains(target))) setOpen(false);
    };
    // A press inside the frame reaches nobody here; the window only notices that it lost focus.
    const blur = () => setOpen(false);
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', dismiss);
    window.addEventListener('blur', blur);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', dismiss);
      window.removeEventListener('blur', blur);
    };
  }, [open]);

  const choose = (action: () => void) => () => {
    setOpen(false);
    button.current?.focus();
    action();
  };

  return (
    <div ref={root} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label="Menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" size={22} />
      </button>
      {open && (
        <ul className={styles.list}>
          {state.settings && (
            <li>
              <button type="button" className={styles.item} onClick={choose(phone.pressSettings)}>
                Settings
              </button>
            </li>
          )}
          <li>
            <button type="button" className={styles.item} onClick={choose(phone.reload)}>
              Reload
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
