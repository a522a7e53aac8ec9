/** `waiting` is the pause after a failure. */
export type StreamState = 'paused' | 'opening' | 'open' | 'waiting' | 'closed';

export type StreamInput = 'resume' | 'opened' | 'failed' | 'timer' | 'pause' | 'close';

/**
 * The state after an input. Inputs that are not listed are ignored in that state, for example the
 * error of an event source that has been replaced.
 */
export const STREAM_STATES: Record<StreamState, Partial<Record<StreamInput, StreamState>>> = {
  paused: { resume: 'opening', close: 'closed' },
  opening: {
    opened: 'open',
    failed: 'waiting',
    timer: 'waiting',
    pause: 'paused',
    close: 'closed',
  },
  open: { failed: 'waiting', pause: 'paused', close: 'closed' },
  waiting: { timer: 'opening', resume: 'opening', pause: 'paused', close: 'closed' },
  closed: {},
};
