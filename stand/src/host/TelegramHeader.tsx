import { useEffect, useRef, useState } from 'react';
import { Icon } from '../controls/Icon';
import { lookOf } from './looks';
import type { Phone, PhoneState } from './phone';
import { platformOf, type Settings } from './settings';
import styles from './TelegramHeader.module.css';

type Props = { title: string; settings: Settings; state: PhoneState; phone: Phone };

/** The client's header in the style of its platform: back if the app shows it, menu, close. */
export function TelegramHeader({ title, settings, state, phone }: Props) {
  const look = lookOf(platformOf(settings));
  const menu = <Menu state={state} phone={phone} />;
  const name = (
    <p className={styles.title}>
      {title}
      {look !== 'desktop' && <span className={styles.kind}>mini app</span>}
    </p>
  );
  const back = state.back && (
    <button type="button" className={styles.button} aria-label="Back" onClick={phone.pressBack}>
      <Icon name="back" size={24} />
      {look === 'ios' && <span aria-hidden="true">Back</span>}
    </button>
  );
  const close = (
    <button type="button" className={styles.button} aria-label="Close" onClick={phone.close}>
      {look === 'ios' ? <span aria-hidden="true">Close</span> : <Icon name="close" size={22} />}
    </button>
  );
  // Android and iOS have one button in this place: an arrow if the app shows Back, else the cross.
  const first = state.back ? back : close;
  return (
    <div className={styles.header} data-look={look} data-over={state.fullscreen}>
      <div className={styles.side}>{look === 'ios' || look === 'android' ? first : back}</div>
      {name}
      {menu}
      {(look === 'web' || look === 'desktop') && close}
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
    // A press inside the frame fires no event here. The window only loses focus.
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
