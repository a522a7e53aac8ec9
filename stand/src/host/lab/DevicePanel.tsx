import { useState } from 'react';
import { encode } from 'uqr';
import { Choice } from '../../controls/Choice';
import { CopyButton } from '../../controls/CopyButton';
import styles from './Lab.module.css';

const PAGES = [
  ['stand', 'This stand, as it is now'],
  ['app', 'The mini app alone'],
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
  return (
    <div className={styles.form}>
      <Choice<(typeof PAGES)[number][0]>
        label="Open on the phone"
        hint="The stand fills a phone’s screen with Telegram, and has its wallet on a second tab."
        value={page}
        choices={PAGES}
        onChoose={setPage}
      />
      <div className={styles.scan}>
        <Code text={address} />
        <div className={styles.form}>
          <p className={styles.address}>{address}</p>
          <div className={styles.row}>
            <CopyButton label="Copy" text={() => address} />
          </div>
          {isLocal(here) && <LocalOnly />}
        </div>
      </div>
    </div>
  );
}

function LocalOnly() {
  return (
    <>
      <p className={styles.warning}>Only this computer reaches that address.</p>
      <p className={styles.lead}>
        Any phone: open a tunnel with https to this server, and start the server with the
        tunnel&apos;s address: <code>prichal serve --dev --public-url https://name.example</code>
      </p>
      <p className={styles.lead}>
        An Android phone on a cable:{' '}
        <code>
          adb reverse tcp:{location.port} tcp:{location.port}
        </code>
        , then scan.
      </p>
    </>
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
      aria-label="Code of this address"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  );
}
