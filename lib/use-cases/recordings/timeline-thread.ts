import { processWide } from '@/lib/platform/process-wide';
import type { PackedTimeline } from './packed-timeline';

/** A question to the thread that reads recordings. */
export type TimelineQuestion =
  | {
      kind: 'read';
      number: number;
      id: string;
      endedAt: Date | null;
      /** Nothing is known of the recording yet. */
      isFirst: boolean;
    }
  | { kind: 'forget'; id: string };

/** A reading goes on from the one before. */
export interface NextReading {
  /** Null where there is no more than before. */
  timeline: PackedTimeline | null;
  /** Nothing will follow, so that the thread has forgotten the recording. */
  isFinal: boolean;
}

/** The answer to a question of the same number. */
export type TimelineAnswer = { number: number } & (
  | ({ kind: 'read' } & NextReading)
  | { kind: 'failed'; error: unknown }
);

/** Reads recordings beside the thread that answers requests, which a day of several cameras would hold up for seconds. */
export interface TimelineThread {
  /** Reads on from the last reading. @throws Error if the storage cannot be read */
  read(id: string, endedAt: Date | null, isFirst: boolean): Promise<NextReading>;
  /** Frees the memory of a recording. */
  forget(id: string): void;
}

const shared = () => processWide('timeline thread', (): { thread: TimelineThread | null } => ({ thread: null }));

/** The thread that the web program has started; null where there is none, and recordings are read by who asks. */
export const timelineThread = (): TimelineThread | null => shared().thread;

/** Has all recordings be read by a thread from now on. @param thread null: by who asks, as before */
export function setTimelineThread(thread: TimelineThread | null): void {
  shared().thread = thread;
}
