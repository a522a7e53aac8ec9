import { useEffect, useRef, useState } from 'react';
import { Button } from '../../controls/Button';
import { Fact, Facts } from '../../wallet/ui/Facts';
import styles from './Lab.module.css';
import { launchFacts } from './launch-facts';
import { claimsOf, type Outcome, post, type SignedIn, TRIALS, type Trial } from './sign-in-trials';

type Props = {
  /** Address that the client has opened. Null while it is being signed. */
  url: string | null;
  /** Public origin of the site. */
  origin: string;
};

/** Signs in to the server as pages do, and tries every way that it refuses. */
export function SessionPanel({ url, origin }: Props) {
  const [session, setSession] = useState<SignedIn | null>(null);
  const [last, setLast] = useState<{ name: string; outcome: Outcome } | null>(null);
  const [running, setRunning] = useState(false);

  const run = async (name: string, ask: () => Promise<Outcome>) => {
    setRunning(true);
    try {
      const outcome = await ask();
      setLast({ name, outcome });
      if (outcome.session) setSession(outcome.session);
      if (outcome.status === 204) setSession(null);
    } catch (error) {
      const detail = `The server does not answer: ${error instanceof Error ? error.message : error}`;
      setLast({ name, outcome: { status: 0, code: null, detail, session: null } });
    } finally {
      setRunning(false);
    }
  };
  const answer = useRef<HTMLDivElement>(null);
  // Results are below the buttons, so that no button moves. The panel may be too low to show both.
  useEffect(() => {
    if (last) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  const start = ({ name, run: ask }: Trial) => {
    const initData = url === null ? '' : launchFacts(url).raw;
    return run(name, () => ask({ initData, domain: new URL(origin).host }));
  };
  const bearer = { authorization: `Bearer ${session?.access_token}` };

  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        The server verifies a user and opens a session. Each button sends a real request, and the
        answer below is the server&apos;s.
      </p>
      <Trials about="Sign in" trials={TRIALS.filter((each) => !each.refusedAs)} onStart={start}>
        {session && (
          <>
            <Button
              small
              onClick={() =>
                run('Renew', () => post('/auth/refresh', { refresh_token: session.refresh_token }))
              }
            >
              Renew
            </Button>
            <Button small onClick={() => run('Sign out', () => post('/auth/logout', {}, bearer))}>
              Sign out
            </Button>
          </>
        )}
      </Trials>
      <Trials
        about="Rejected sign-ins"
        trials={TRIALS.filter((each) => each.refusedAs)}
        onStart={start}
      />
      <div ref={answer} role="status" aria-busy={running}>
        {last && <Result {...last} />}
      </div>
      {session?.access_token && (
        <>
          <h3 className={styles.title}>Claims of the access token</h3>
          <pre className={styles.json}>{claimsOf(session.access_token)}</pre>
        </>
      )}
    </div>
  );
}

type TrialsProps = {
  about: string;
  trials: readonly Trial[];
  onStart(trial: Trial): void;
  children?: React.ReactNode;
};

function Trials({ about, trials, onStart, children }: TrialsProps) {
  return (
    <fieldset className={styles.trials}>
      <legend className={styles.title}>{about}</legend>
      <div className={styles.row}>
        {trials.map((trial) => (
          <Button key={trial.name} small onClick={() => onStart(trial)}>
            {trial.name}
          </Button>
        ))}
        {children}
      </div>
    </fieldset>
  );
}

function Result({ name, outcome }: { name: string; outcome: Outcome }) {
  const { status, code, detail, session } = outcome;
  return (
    <Facts>
      <Fact name="Request">{name}</Fact>
      <Fact name="Answer" code>
        {code === null ? `${status}` : `${status} ${code}`}
      </Fact>
      {detail !== null && <Fact name="Reason">{detail}</Fact>}
      {session && (
        <Fact name="User" code>
          {[session.user.sub, ...session.user.identities].join('\n')}
        </Fact>
      )}
    </Facts>
  );
}
