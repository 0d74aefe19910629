import { storedReplayOutSchema } from '@/lib/contracts/replay-out';
import type { ReplayTask } from '@/lib/contracts/worker-protocol';
import { db } from '@/lib/platform/db/db';
import type { RecordingFolders } from '../recordings/recording-folders';
import type { ReplayControl } from '../worker-control/worker-control';
import { DirectedWorkers, type DirectedWorkersOptions } from './directed-workers';
import { rateOf, readProgramEvents } from './read-program-events';

const storedReplay = storedReplayOutSchema.nullable();

export interface DirectReplaysOptions extends Pick<DirectedWorkersOptions, 'streams' | 'bus'> {
  control: ReplayControl;
  recordings: Pick<RecordingFolders, 'folderOf'>;
}

/** Tells the workers of this gateway's replays what to show, at each command. */
export const directReplays = ({ control, recordings, ...options }: DirectReplaysOptions): DirectedWorkers =>
  new DirectedWorkers({
    ...options,
    sourceKind: 'replay',
    concernedBy: (message) => (message.type === 'stream_upsert' ? { id: message.streamId } : null),
    async direct(replays) {
      const [rows, events] = await Promise.all([
        db().stream.findMany({
          where: { id: { in: replays.map(({ id }) => id) } },
          select: { id: true, replay: true },
        }),
        readProgramEvents(replays.map(({ eventId }) => eventId)),
      ]);
      for (const { id, eventId, workerId, address } of replays) {
        const row = rows.find((stream) => stream.id === id);
        const cameras = events.get(eventId)?.cameras.filter(({ streamId }) => streamId !== id) ?? [];
        if (row) void control.showReplay(workerId, address, taskOf(row.replay, rateOf(cameras), recordings));
      }
    },
  });

function taskOf(stored: unknown, fps: ReplayTask['fps'], recordings: DirectReplaysOptions['recordings']): ReplayTask {
  const replay = storedReplay.parse(stored);
  if (!replay) return { fps, clip: null, state: 'cued', speed: 1, sinceMs: 0 };
  const { clip, state, speed, since } = replay;
  const fromMs = Date.parse(clip.from) - clip.offset_ms;
  const toMs = Date.parse(clip.to) - clip.offset_ms;
  const folder = recordings.folderOf(clip.recording_id);
  return { fps, clip: { cue: clip.cue, folder, fromMs, toMs }, state, speed, sinceMs: Date.parse(since) };
}
