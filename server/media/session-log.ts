import { log } from '@/lib/core/log';
import { recordSrtSession } from '@/lib/streams/record-srt-session';
import type { RecordedSrtSession } from '@/lib/streams/recorded-srt-session';
import { removeSrtSession } from '@/lib/streams/remove-srt-session';

/**
 * Keeps in Postgres which SRT connections are open, for the gateway that starts after this one was killed. One write
 * after the other, beside the media: what fails is logged, and costs an encoder libsrt's own time-out after a kill.
 */
export class SessionLog {
  private written: Promise<void> = Promise.resolve();

  opened(streamId: string, session: RecordedSrtSession): void {
    this.write('opened', () => recordSrtSession(streamId, session));
  }

  ended(session: RecordedSrtSession): void {
    this.write('ended', () => removeSrtSession(session));
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
