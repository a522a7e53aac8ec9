import { CopyButton } from '../../controls/CopyButton';
import { Fact, Facts } from '../../wallet/ui/Facts';
import { TEST_BOT_TOKEN } from '../init-data';
import styles from './Lab.module.css';
import { launchFacts } from './launch-facts';

/** Launch parameters that the app received, to read and to verify. */
export function LaunchPanel({ url }: { url: string | null }) {
  if (url === null) return <p className={styles.lead}>Signing the launch parameters…</p>;
  const { parameters, initData, raw } = launchFacts(url);
  return (
    <div className={`${styles.form} ${styles.launch}`}>
      <p className={styles.lead}>
        The init data is signed with the token of a public test bot. To verify it on your server,
        use this token.
      </p>
      <div className={styles.row}>
        <CopyButton label="Copy init data" text={() => raw} />
        <CopyButton label="Copy bot token" text={() => TEST_BOT_TOKEN} />
        <CopyButton label="Copy full address" text={() => url} />
      </div>
      <h3 className={styles.title}>Init data</h3>
      <Facts>
        {initData.map(([name, value]) => (
          <Fact key={name} name={name} code>
            {value}
          </Fact>
        ))}
      </Facts>
      <h3 className={styles.title}>Launch parameters</h3>
      <Facts>
        {parameters.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a parameter may occur twice
          <Fact key={index} name={name} code>
            {value}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
