/** Why a message from a bridge was dropped. */
export type DropReason =
  | 'not-json'
  | 'not-base64'
  | 'unknown-sender'
  | 'not-decryptable'
  | 'unknown-event'
  | 'unknown-request'
  | 'stale-event';

/** Delay before dropped messages are reported, in ms, so that the counts cover a burst. */
const REPORT_AFTER_MS = 1_000;

/** Counts dropped messages and reports the counts once, as a console warning without contents. */
export class DroppedMessages {
  private readonly countsByReason = new Map<DropReason, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  add(reason: DropReason): void {
    this.countsByReason.set(reason, (this.countsByReason.get(reason) ?? 0) + 1);
    this.timer ??= setTimeout(() => this.report(), REPORT_AFTER_MS);
  }

  /** Number of messages dropped since the connector was created, by reason. */
  get counts(): ReadonlyMap<DropReason, number> {
    return this.countsByReason;
  }

  /** Drops a report that is due. */
  close(): void {
    clearTimeout(this.timer);
  }

  private report(): void {
    const counts = [...this.countsByReason].map(([reason, count]) => `${reason}: ${count}`);
    // biome-ignore lint/suspicious/noConsole: the only sign of a faulty bridge or wallet.
    console.warn(`[TON_CONNECT_SDK] dropped messages from a bridge (${counts.join(', ')})`);
  }
}
