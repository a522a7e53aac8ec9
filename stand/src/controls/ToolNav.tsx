import { Mark } from './Icon';
import styles from './ToolNav.module.css';

const TOOLS = [
  ['/stand/', 'Sandbox', 'The mini app in a simulated Telegram, next to a test wallet'],
  ['/stand/wallet/', 'Wallet', 'The dev wallet on its own page'],
  ['/stand/dapp/', 'Request maker', 'A page that sends a wallet every kind of request'],
  ['/stand/gallery/', 'Gallery', 'Every screen of the widget'],
] as const;

type Props = { here: (typeof TOOLS)[number][0] };

/** Links from each tool of the sandbox to the others. Hidden inside the sandbox's phone. */
export function ToolNav({ here }: Props) {
  if (window.parent !== window) return null;
  return (
    <nav className={styles.nav} aria-label="Tools of the sandbox">
      <Mark size={24} />
      <ul className={styles.list}>
        {TOOLS.map(([address, name, words]) => (
          <li key={address}>
            <a
              className={styles.link}
              href={address}
              title={words}
              aria-current={address === here ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
