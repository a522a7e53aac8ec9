import { TonConnectButton, useTonConnectUI, useTonWallet } from '@prichal/connect';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ToolNav } from '../controls/ToolNav';
import { Answers } from './Answers';
import { answerOf, type DappAnswer } from './answers';
import styles from './Console.module.css';
import { ProofForm } from './ProofForm';
import { RequestForm } from './RequestForm';

/** A page that sends a wallet every kind of request, as an app does. */
export function Console() {
  const [ui] = useTonConnectUI();
  const wallet = useTonWallet();
  const [answers, setAnswers] = useState<DappAnswer[]>([]);
  const count = useRef(0);

  const note = useCallback((what: string, value: unknown) => {
    count.current += 1;
    const answer = answerOf(count.current, Date.now(), what, value);
    setAnswers((before) => [answer, ...before]);
  }, []);

  useEffect(
    () =>
      ui.onStatusChange(
        (status) => note(status ? 'connected' : 'disconnected', status),
        (error) => note('connection', error),
      ),
    [ui, note],
  );

  const send = async (method: 'sendTransaction' | 'signData', request: unknown) => {
    try {
      // The text may be invalid on purpose. The widget and the wallet validate it.
      const given = request as never;
      note(
        method,
        method === 'signData' ? await ui.signData(given) : await ui.sendTransaction(given),
      );
    } catch (error) {
      note(method, error);
    }
  };

  return (
    <>
      <div className={styles.top}>
        <ToolNav here="/stand/dapp/" />
      </div>
      <main className={styles.page} aria-labelledby="page">
        <header className={styles.header}>
          <h1 id="page" className={styles.title}>
            Request maker
          </h1>
          <TonConnectButton />
        </header>
        <p className={styles.lead}>
          Send a wallet every kind of request over the real protocol. This page shares its
          connection with the mini app.
        </p>
        <RequestForm
          address={wallet?.account.address ?? null}
          chain={wallet?.account.chain ?? null}
          onSend={send}
        />
        <ProofForm ui={ui} connected={wallet !== null} />
        <Answers answers={answers} />
      </main>
    </>
  );
}
