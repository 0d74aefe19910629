import { log } from '@/lib/platform/log';
import { recordSrtConnection } from '../store/record-srt-connection';
import type { RecordedSrtConnection } from '../store/recorded-srt-connection';
import { removeSrtConnection } from '../store/remove-srt-connection';

/**
 * Keeps in Postgres which SRT connections are open, for the gateway that starts after this one was killed. One write
 * after the other, beside the media: what fails is logged, and costs an encoder libsrt's own time-out after a kill.
 */
export class ConnectionLog {
  private written: Promise<void> = Promise.resolve();

  opened(streamId: string, session: RecordedSrtConnection): void {
    this.write('opened', () => recordSrtConnection(streamId, session));
  }

  ended(session: RecordedSrtConnection): void {
    this.write('ended', () => removeSrtConnection(session));
  }

  /** Settles when all is written that was to be written by now. */
  settled(): Promise<void> {
    return this.written;
  }

  private write(what: string, change: () => Promise<void>): void {
    this.written = this.written
      .then(change)
      .catch((error: unknown) => log.warn({ err: error, what }, 'router: a connection is not recorded'));
  }
}
