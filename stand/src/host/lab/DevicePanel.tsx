import { useState } from 'react';
import { encode } from 'uqr';
import { Choice } from '../../controls/Choice';
import { CopyButton } from '../../controls/CopyButton';
import styles from './Lab.module.css';

const PAGES = [
  ['stand', 'Sandbox, as it is now'],
  ['app', 'Mini app only'],
] as const;

/** Returns whether only this machine can reach an origin (a loopback address). */
function isLocal(origin: string): boolean {
  return /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(new URL(origin).host);
}

/** A QR code that opens the app on a real phone. `origin`: public origin of the site. */
export function DevicePanel({ origin }: { origin: string }) {
  const [page, setPage] = useState<(typeof PAGES)[number][0]>('stand');
  const here = isLocal(location.origin) ? origin : location.origin;
  const address = page === 'app' ? `${here}/` : `${here}/stand/${location.search}`;
  if (isLocal(here)) return <LocalOnly address={here} />;
  return (
    <div className={styles.form}>
      <Choice<(typeof PAGES)[number][0]>
        label="Page"
        hint="On a phone, the sandbox fills the screen with Telegram. Its wallet is on a second tab."
        value={page}
        choices={PAGES}
        onChoose={setPage}
      />
      <div className={styles.scan}>
        <Code text={address} />
        <div className={styles.form}>
          <p className={styles.lead}>Scan the code with the camera of your phone.</p>
          <p className={styles.address}>{address}</p>
          <div className={styles.row}>
            <CopyButton label="Copy" text={() => address} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Ways to reach a server that listens only on a loopback address. No code could lead to it. */
function LocalOnly({ address }: { address: string }) {
  const start = 'prichal serve --dev --public-url https://name.example';
  const { protocol, port } = new URL(address);
  const tcp = `tcp:${port || (protocol === 'https:' ? 443 : 80)}`;
  const reverse = `adb reverse ${tcp} ${tcp}`;
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        <b className={styles.warning}>Only this computer can open {address}.</b> Choose one way to
        reach the server from a phone:
      </p>
      <h3 className={styles.title}>Any phone</h3>
      <p className={styles.lead}>
        Open an https tunnel to this server. Then restart the server with the address of the tunnel.
        This tab then shows a QR code.
      </p>
      <Command text={start} />
      <h3 className={styles.title}>Android phone on a USB cable</h3>
      <p className={styles.lead}>
        Run this command, then open <code>{address}/stand/</code> on the phone.
      </p>
      <Command text={reverse} />
    </div>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <CopyButton icon label={`Copy ${text}`} text={() => text} />
    </div>
  );
}

/** Quiet zone around the code, in modules, as scanners require. */
const BORDER = 4;

function Code({ text }: { text: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label="QR code of this address"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  );
}
