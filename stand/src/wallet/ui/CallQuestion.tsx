import {
  abilitiesOf,
  accountFor,
  CHAIN_NAME,
  inTon,
  type PendingCall,
  readRequest,
  shortened,
  shownAddress,
  type Transaction,
  type Wallet,
  type WalletView,
} from '@prichal/dev-wallet/core';
import type { SignDataPayload } from '@tonconnect/protocol';
import { useEffect, useMemo, useState } from 'react';
import styles from './CallQuestion.module.css';
import { Fact, Facts } from './Facts';

type Props = {
  wallet: Wallet;
  view: WalletView;
  pending: PendingCall;
  onExpired(expired: boolean): void;
};

/** Returns the seconds left, updated each second. Null if there is no limit. */
function useSecondsLeft(until: number | null, now: () => number): number | null {
  const [clock, setClock] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setClock(now()), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return until === null ? null : Math.max(0, until - Math.floor(clock / 1000));
}

/** Description of a signing request of a connected app. */
export function CallQuestion({ wallet, view, pending, onExpired }: Props) {
  const { seed, sessions, behaviour } = view.state;
  const session = sessions.find(({ id }) => id === pending.session);
  const account = useMemo(() => (session ? accountFor({ seed }, session) : null), [seed, session]);
  if (!session || !account) return null;
  const abilities = abilitiesOf(session.version, session.played, behaviour.features);
  // Validated at its time of arrival, so that an expired request stays readable.
  const read = readRequest(pending.call, account, Math.floor(pending.at / 1000), abilities);
  if (read.kind === 'disconnect' || read.kind === 'refused') return null;
  return (
    <>
      {read.kind === 'sign-data' ? (
        <DataFacts payload={read.payload} />
      ) : (
        <TransactionFacts transaction={read.transaction} wallet={wallet} onExpired={onExpired} />
      )}
      <p className={styles.from}>
        From {shortened(shownAddress(account.address, account.chain))} on{' '}
        {CHAIN_NAME[account.chain]}. The app gets the signature. Nothing is sent to the blockchain.
      </p>
    </>
  );
}

type TransactionProps = {
  transaction: Transaction;
  wallet: Wallet;
  onExpired(expired: boolean): void;
};

function TransactionFacts({ transaction, wallet, onExpired }: TransactionProps) {
  const { transfers, total, validUntil } = transaction;
  const left = useSecondsLeft(validUntil, wallet.now);
  const expired = left === 0;
  useEffect(() => onExpired(expired), [expired, onExpired]);
  return (
    <>
      <p className={styles.amount}>
        {inTon(total)} <span className={styles.unit}>TON</span>
      </p>
      <ul className={styles.transfers}>
        {transfers.map((transfer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a request never changes
          <li key={index} className={styles.transfer}>
            <Facts>
              <Fact name="To" code>
                {transfer.recipient}
              </Fact>
              {transfers.length > 1 && <Fact name="Amount">{inTon(transfer.amount)} TON</Fact>}
              {transfer.comment !== null && <Fact name="Comment">{transfer.comment}</Fact>}
              {transfer.payloadHash !== null && (
                <Fact name="Payload" code>
                  {transfer.payloadHash}
                </Fact>
              )}
              {transfer.deploys && <Fact name="Deploys">a contract, by its state init</Fact>}
              {transfer.extra.map(([id, amount]) => (
                <Fact key={id} name={`Currency ${id}`}>
                  {amount}
                </Fact>
              ))}
            </Facts>
          </li>
        ))}
      </ul>
      {left !== null && (
        <p className={styles.from} data-expired={expired}>
          {expired ? 'This request has expired' : `Valid for ${minutes(left)}`}
        </p>
      )}
    </>
  );
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function DataFacts({ payload }: { payload: SignDataPayload }) {
  switch (payload.type) {
    case 'text':
      return <pre className={styles.text}>{payload.text}</pre>;
    case 'binary':
      return (
        <Facts>
          <Fact name="Bytes" code>
            {Buffer.from(payload.bytes, 'base64').toString('hex')}
          </Fact>
        </Facts>
      );
    case 'cell':
      return (
        <Facts>
          <Fact name="Schema" code>
            {payload.schema}
          </Fact>
          <Fact name="Cell" code>
            {payload.cell}
          </Fact>
        </Facts>
      );
  }
}
