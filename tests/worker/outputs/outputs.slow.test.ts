import { readFile } from 'node:fs/promises';
import { ffmpeg, rawReceiver } from '../../support/camera/ffmpeg';
import { RoomViewer } from '../../support/room/room-viewer';
import { until } from '../../support/until';
import type { WorkerProcess } from '../../support/worker/worker-process';
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
    await until(isServed, { timeoutMs: 20_000, what: 'the SRT output' });
    return {
      received: () => player.output().length / 1_316,
      close: async () => {
        player.child.kill('SIGKILL');
        await player.ended;
      },
    };
  },
  async findProcess(worker: WorkerProcess) {
    // The worker's shell, and what it has started; see process-starter.ts.
    const childOf = async (pid = 0) => Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
    return childOf(await childOf(worker.child.pid));
  },
};

testOutput(room, [srt]);
testOutput(srt, [room]);
