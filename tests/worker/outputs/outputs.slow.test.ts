import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '@/lib/core/id';
import { ffmpeg, rawReceiver } from '../../support/camera/ffmpeg';
import { outputProcess } from '../../support/product/processes';
import { RoomViewer } from '../../support/room/room-viewer';
import { until } from '../../support/until';
import { type OutputUnderTest, testOutput } from './output-contract';

const room: OutputUnderTest = {
  name: 'the room',
  async join(worker) {
    let received = 0;
    const viewer = await RoomViewer.joinEvent(worker.eventId, {
      onRtp: (kind) => {
        if (kind === 'video') received++;
      },
    });
    return { received: () => received, close: () => viewer.close() };
  },
};

const srt: OutputUnderTest = {
  name: 'the SRT output',
  async join({ spec: { address } }) {
    const call = () => ffmpeg(rawReceiver(`srt://${address.host}:${address.outputPort}?mode=caller&latency=120000`));
    let player = call();
    // It calls again where nobody listens yet, as players do.
    const isServed = () => {
      if (player.child.exitCode !== null) player = call();
      return player.output().length > 0;
    };
    await until('the SRT output serves', isServed, { timeoutMs: 20_000 });
    return {
      received: () => player.output().length / 1_316,
      close: async () => {
        player.child.kill('SIGKILL');
        await player.ended;
      },
    };
  },
  findProcess: ({ child }) => outputProcess(child.pid ?? 0, 'sightline-srt-output'),
};

const recorder: OutputUnderTest = {
  name: 'the recorder',
  async join(worker) {
    const folder = await mkdtemp(path.join(tmpdir(), 'recorder-'));
    worker.gateway.answer({ validForMs: 7_000, recording: { recordingId: newId(), folder } });
    return {
      received: () =>
        readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0) / 1_316,
      async close() {
        worker.gateway.answer({ validForMs: 7_000 });
        await rm(folder, { recursive: true, maxRetries: 5 });
      },
    };
  },
  findProcess: ({ child }) => outputProcess(child.pid ?? 0, 'sightline-recorder'),
};

testOutput(room, [srt, recorder]);
testOutput(srt, [room, recorder]);
testOutput(recorder, [room, srt]);
