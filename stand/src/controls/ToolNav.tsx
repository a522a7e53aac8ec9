import { Mark } from './Icon';
import styles from './ToolNav.module.css';

const TOOLS = [
  ['/stand/', 'Telegram', 'The mini app in a Telegram of your own, with a wallet beside it'],
  ['/stand/wallet/', 'Wallet', 'The dev wallet on a page of its own'],
  ['/stand/dapp/', 'Request maker', 'A page that asks a wallet for everything an app may ask for'],
  ['/stand/gallery/', 'Gallery', 'Every screen of the widget'],
] as const;

type Props = { here: (typeof TOOLS)[number][0] };

/** Links from each tool of the sandbox to the others. Hidden inside the sandbox's phone. */
export function ToolNav({ here }: Props) {
  if (window.parent !== window) return null;
  return (
    <nav className={styles.nav} aria-label="Tools of the stand">
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
