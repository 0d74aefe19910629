import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DestinationTask } from '@/lib/contracts/destination-tasks';
import { newId } from '@/lib/core/id';
import { MediaClock } from '@/lib/media/media-clock';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import { Feed } from '@/server/worker/feed/feed';
import { Destinations } from '@/server/worker/outputs/destinations/destinations';
import { TsProgram } from '@/server/worker/program/ts-program';
import { encode, liveH264, testFrames, testTone } from '../../support/camera/encode';
import { ffmpeg } from '../../support/camera/ffmpeg';
import { startRtmpPeer } from '../../support/destinations/rtmp-peers';
import { until } from '../../support/until';
import { forMs } from '../support/glance';
import { measureUsage } from '../support/process-usage';

const kbps = 6_000;
const datagramBytes = 1_316;
const limits = { maxSidePixels: 4_096, maxFps: 120, maxBitrateKbps: 60_000 };
const networks = { reaches: [], named: ['127.0.0.0/8'] };
const noise = ['-vf', 'noise=alls=60:allf=t', '-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`];

/** Sends a camera of 6 Mbit/s by RTMP to so many local servers. @returns what the process of the destinations uses */
export async function measureDestinations(count: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-destinations-'));
  const file = path.join(folder, 'camera.ts');
  const inputs = [...testFrames('640x360'), ...testTone(), ...liveH264, ...noise, '-c:a', 'aac'];
  await writeFile(file, await encode([...inputs, '-t', '8']));
  const peers = await Promise.all(Array.from({ length: count }, () => startRtmpPeer('takes')));
  const workerId = newId();
  const feed = new Feed({
    parser: new TsProgram({ clock: new MediaClock(), limits, log }),
    maxBitrateKbps: limits.maxBitrateKbps,
    log,
    onExcessChange: () => undefined,
  });
  const destinations = new Destinations({ workerId, feed, faults: new FaultLog(log), log });
  const tasks = peers.map(
    ({ port }): DestinationTask => ({
      id: newId(),
      revision: 1,
      kind: 'rtmp',
      address: `rtmp://127.0.0.1:${port}/app`,
      key: 'key',
      passphrase: null,
      isProven: false,
    }),
  );
  destinations.follow({
    destinations: { tasks, whipTasks: [], networks, ownServices: [] },
    choice: { program: null, audioTrack: null },
  });
  const running = destinations.start();
  feed.connected();
  const camera = ffmpeg(['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'mpegts', 'pipe:1']);
  camera.child.stdout?.on('data', (bytes: Buffer) => {
    for (let offset = 0; offset < bytes.length; offset += datagramBytes) {
      feed.addDatagram(bytes.subarray(offset, offset + datagramBytes));
    }
  });
  try {
    await until('all servers take it', () => peers.every(({ frames }) => frames.length > 60), { timeoutMs: 60_000 });
    const before = peers.map(({ frames }) => frames.length);
    const startMs = performance.now();
    const [usage] = await measureUsage([await pidOf(workerId)], forMs(30_000));
    const seconds = (performance.now() - startMs) / 1_000;
    const fps = peers.map(({ frames }, index) => (frames.length - (before[index] ?? 0)) / seconds);
    return { usage, minFps: Math.min(...fps) };
  } finally {
    camera.child.kill('SIGKILL');
    await destinations.stop();
    await running;
    await Promise.all(peers.map((peer) => peer.close()));
    await rm(folder, { recursive: true });
  }
}

/** The process that sends for a worker, by its title. */
async function pidOf(workerId: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    const title = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (title.startsWith(`sightline-destinations ${workerId}`)) return Number(name);
  }
  throw new Error('There is no process of destinations.');
}
