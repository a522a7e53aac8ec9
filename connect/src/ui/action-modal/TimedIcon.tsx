import { useEffect, useState } from 'react';
import type { ActionState } from '../../types/action.js';
import { useRequestWords } from '../request-words.js';
import { ActionIcon } from './ActionIcon.js';
import * as styles from './action-modal.module.css';

type Props = {
  action: ActionState;
  time: NonNullable<ActionState['time']>;
  name: string;
  size: number;
};

const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** The picture with the time that a request has left: a ring round it, and minutes below. */
export function TimedIcon({ action, time: { from, until }, name, size }: Props) {
  const { request } = useRequestWords();
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <>
      <ActionIcon
        action={action}
        name={name}
        size={size}
        left={Math.min(1, (seconds * 1000) / (until - from))}
      />
      <span>{name}</span>
      {/* A timer can be read, and is not read out by itself. */}
      <span role="timer" className={styles.time}>
        {request.timeLeft(minutes)}
      </span>
    </>
  );
}
