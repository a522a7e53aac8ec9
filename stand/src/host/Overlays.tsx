import { parseLink } from '@prichal/dev-wallet/core';
import type { ReactNode } from 'react';
import { Overlay } from './Overlay';
import styles from './Overlay.module.css';
import type { Phone, PhoneState } from './phone';

type Props = { state: PhoneState; phone: Phone; onWalletLink(link: string): void };

/** The client's overlay above the app, one at a time. */
export function Overlays({ state, phone, onWalletLink }: Props) {
  if (state.closed) return <Closed phone={phone} />;
  if (state.confirming) return <ConfirmClose phone={phone} />;
  if (state.popup) return <Popup popup={state.popup} phone={phone} />;
  if (state.walletLink !== null)
    return <WalletLink link={state.walletLink} phone={phone} onWalletLink={onWalletLink} />;
  if (state.minimised !== null)
    return <Minimised path={state.minimised} phone={phone} onWalletLink={onWalletLink} />;
  return null;
}

function Closed({ phone }: { phone: Phone }) {
  return (
    <div className={styles.minimised}>
      <p className={styles.title}>The mini app is closed</p>
      <p className={styles.quiet}>Telegram has removed its page. Open it again for a new launch.</p>
      <div className={styles.stack}>
        <button type="button" className={styles.main} onClick={phone.reopen}>
          Open again
        </button>
      </div>
    </div>
  );
}

function ConfirmClose({ phone }: { phone: Phone }) {
  return (
    <Overlay name="Close the mini app?">
      <p className={styles.title}>Close the mini app?</p>
      <p>Changes that you made may not be saved.</p>
      <div className={styles.row}>
        <button type="button" className={styles.action} onClick={() => phone.answerClose(false)}>
          Cancel
        </button>
        <button
          type="button"
          className={styles.action}
          data-look="destructive"
          onClick={() => phone.answerClose(true)}
        >
          Close anyway
        </button>
      </div>
    </Overlay>
  );
}

function Popup({ popup, phone }: { popup: NonNullable<PhoneState['popup']>; phone: Phone }) {
  return (
    <Overlay name={popup.title || popup.message}>
      {popup.title !== '' && <p className={styles.title}>{popup.title}</p>}
      <p>{popup.message}</p>
      <div className={styles.row}>
        {popup.buttons.map(({ id, type, text }) => (
          <button
            key={`${id}/${text}`}
            type="button"
            className={styles.action}
            data-look={type}
            onClick={() => phone.answerPopup(id)}
          >
            {text}
          </button>
        ))}
      </div>
    </Overlay>
  );
}

function WalletLink({ link, phone, onWalletLink }: { link: string } & Omit<Props, 'state'>) {
  const give = () => {
    phone.leaveWalletLink(false);
    onWalletLink(link);
  };
  return (
    <div className={styles.minimised}>
      <p className={styles.title}>The app opened a wallet</p>
      <p className={styles.quiet}>The dev wallet can answer for any wallet.</p>
      <div className={styles.stack}>
        <button type="button" className={styles.main} onClick={give}>
          Continue in the dev wallet
        </button>
        <button
          type="button"
          className={styles.action}
          onClick={() => phone.leaveWalletLink(false)}
        >
          Back to the app
        </button>
      </div>
      <Link link={link}>
        <button type="button" className={styles.plain} onClick={() => phone.leaveWalletLink(true)}>
          Open it in a new tab
        </button>
      </Link>
    </div>
  );
}

/** A closed section that shows the whole link. */
function Link({ link, children }: { link: string; children?: ReactNode }) {
  return (
    <details className={styles.link}>
      <summary>Show the link</summary>
      <p className={styles.path}>{link}</p>
      {children}
    </details>
  );
}

function Minimised({ path, phone, onWalletLink }: { path: string } & Omit<Props, 'state'>) {
  const link = `https://t.me${path}`;
  const isWallet = parseLink(link).kind !== 'problem';
  const give = () => {
    phone.restore();
    onWalletLink(link);
  };
  return (
    <div className={styles.minimised}>
      <p className={styles.title}>Telegram opened a link</p>
      <p className={styles.quiet}>
        Web A has minimised the mini app.
        {isWallet && ' The dev wallet can answer for any wallet.'}
      </p>
      <div className={styles.stack}>
        {isWallet && (
          <button type="button" className={styles.main} onClick={give}>
            Continue in the dev wallet
          </button>
        )}
        <button
          type="button"
          className={isWallet ? styles.action : styles.main}
          onClick={phone.restore}
        >
          Restore the mini app
        </button>
      </div>
      <Link link={link} />
    </div>
  );
}
