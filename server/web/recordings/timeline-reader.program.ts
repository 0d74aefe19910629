import { parentPort } from 'node:worker_threads';
import pLimit from 'p-limit';
import { recordingStorage } from '@/lib/platform/storage/recording-store';
import { packTimeline } from '@/lib/use-cases/recordings/packed-timeline';
import { RecordingReader } from '@/lib/use-cases/recordings/recording-reader';
import { noTimeline, type Timeline } from '@/lib/use-cases/recordings/timeline';
import type { TimelineAnswer, TimelineQuestion } from '@/lib/use-cases/recordings/timeline-thread';

/*
 * A thread of the web that reads the indexes of recordings, and nothing else. It keeps what it needs to read on, and the web
 * keeps what was read.
 */

if (!parentPort) throw new Error('recordings are read by a thread of the web');
const web = parentPort;

/** A recording as far as it was read, and as the web has it. */
interface Read {
  reader: RecordingReader;
  told: Timeline;
}

const known = new Map<string, Read>();

/** Several long readings at once would keep their keyframes for so long that the garbage costs as much as the reading. */
const firstReadings = pLimit(1);

web.on('message', (question: TimelineQuestion) => {
  if (question.kind === 'forget') known.delete(question.id);
  else if (question.isFirst) void firstReadings(() => answer(question));
  else void answer(question);
});

async function answer({ number, id, endedAt, isFirst }: Extract<TimelineQuestion, { kind: 'read' }>): Promise<void> {
  try {
    const read = (isFirst ? null : known.get(id)) ?? {
      reader: new RecordingReader(recordingStorage(), id, true),
      told: noTimeline,
    };
    known.set(id, read);
    const timeline = await read.reader.read(endedAt);
    const packed = timeline === read.told ? null : packTimeline(timeline, read.told);
    read.told = timeline;
    const { isFinal } = read.reader;
    if (isFinal) known.delete(id);
    post(
      { number, kind: 'read', timeline: packed, isFinal },
      packed ? [packed.numbers.buffer, packed.thumbnails.buffer] : [],
    );
  } catch (error) {
    post({ number, kind: 'failed', error }, []);
  }
}

const post = (message: TimelineAnswer, moved: ArrayBuffer[]): void => web.postMessage(message, moved);
