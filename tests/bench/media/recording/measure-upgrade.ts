import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Recording } from '../../../support/camera/recorded-camera';
import { readTimeline } from '../../../support/recordings/recorded-folder';
import { RoomViewer } from '../../../support/room/room-viewer';
import { until } from '../../../support/until';
import { forMs, times } from '../../support/glance';
import { Show } from '../../support/show';
import { head, load, row } from '../../support/table';
import { SteadyCamera } from '../overload/steady-camera';

const video = { width: 1280, height: 720, fps: 30, bitrateKbps: 2_000, gopSeconds: 1 };
const latencyMs = 120;
const rounds = times(2);
const watchedMs = forMs(12_000, 5_000);
/** Shorter is a frame, or a keyframe that is late. */
const minGapUs = 200_000;
const versions = ['7.0.0', '7.1.0'] as const;

/**
 * A release in a folder of its own, as docs/upgrade.md makes it. Both have programs of their own with a version of their own.
 * They share the built pages and the packages, which take minutes to make.
 */
async function makeRelease(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp('dist', path.join(folder, 'dist'), { recursive: true, verbatimSymlinks: true });
  const description = JSON.parse(await readFile('package.json', 'utf8')) as object;
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...description, version }));
  for (const shared of ['.next', 'node_modules', 'public', 'prisma', 'deploy', 'next.config.mjs', 'scripts', 'docs'])
    await symlink(path.resolve(shared), path.join(folder, shared));
}

/** Names the release that runs, at once. */
async function setCurrent(folder: string, version: string): Promise<void> {
  const link = path.join(folder, 'current');
  await symlink(path.join('releases', version), `${link}.new`);
  await rename(`${link}.new`, link);
}

/** Sees the camera as a viewer who joins again whenever there is no picture. */
class Watcher {
  lastMs = performance.now();
  /** The longest time without a picture since it was asked last. */
  longestMs = 0;
  #isStopped = false;
  readonly #ended: Promise<void>;

  constructor(show: Show) {
    this.#ended = this.#run(show);
  }

  takeLongestMs(): number {
    const { longestMs } = this;
    this.longestMs = 0;
    return longestMs;
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#ended;
  }

  async #run(show: Show): Promise<void> {
    while (!this.#isStopped) {
      try {
        const viewer = await RoomViewer.join(await show.readRoom(), {
          onRtp: (kind) => kind === 'video' && this.#see(),
        });
        const joinedMs = performance.now();
        const isBlind = () => performance.now() - Math.max(this.lastMs, joinedMs) > 1_000;
        while (!this.#isStopped && !isBlind()) await sleep(50);
        await viewer.close();
      } catch {
        // The server is away, which is what is measured.
        await sleep(100);
      }
    }
  }

  #see(): void {
    const nowMs = performance.now();
    this.longestMs = Math.max(this.longestMs, nowMs - this.lastMs);
    this.lastMs = nowMs;
  }
}

/** The holes of a recording, in seconds, in order. */
async function readGaps(folder: string): Promise<number[]> {
  const { parts } = await readTimeline(folder);
  return parts.slice(1).flatMap(({ startUs }, index) => {
    const before = parts[index];
    const gapUs = before ? startUs - before.startUs - before.durationUs : 0;
    return gapUs > minGapUs ? [gapUs / 1e6] : [];
  });
}

/** Two releases in folders, of which a link names the one that runs: to the newer one and back, while a camera is recorded. */
export async function measureUpgrade(recordings: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-releases-'));
  const current = path.join(folder, 'current');
  for (const version of versions) await makeRelease(path.join(folder, 'releases', version), version);
  await setCurrent(folder, versions[0]);
  const recording = await Recording.make(video);
  const show = await Show.start({ RECORDINGS_DIR: recordings, LOG_LEVEL: 'info' }, current);
  let camera: SteadyCamera | null = null;
  let watcher: Watcher | null = null;
  try {
    const [url = ''] = await show.addCameras(1);
    camera = new SteadyCamera(recording.file, url, latencyMs);
    watcher = new Watcher(show);
    await show.untilLive();
    await show.record();
    await sleep(watchedMs);
    head('to version', 'restart, s', 'without a picture, s', 'load');
    for (let round = 0; round < rounds; round++) {
      for (const version of versions.toReversed()) {
        watcher.takeLongestMs();
        await setCurrent(folder, version);
        const startMs = performance.now();
        await show.restart(current);
        const restartMs = performance.now() - startMs;
        await until('the other version runs', () => show.product.output().includes(`"version":"${version}"`));
        await show.untilLive();
        await sleep(watchedMs);
        row(version, (restartMs / 1_000).toFixed(1), (watcher.takeLongestMs() / 1_000).toFixed(1), load());
      }
    }
    const [id = ''] = await show.stopRecording();
    await sleep(forMs(2_000, 1_000));
    const gaps = await readGaps(path.join(recordings, id));
    head('holes in the one recording, s', 'load');
    row(gaps.map((seconds) => seconds.toFixed(1)).join(', '), load());
  } finally {
    camera?.stop();
    await watcher?.stop();
    await show.stop();
    await Promise.all([recording.remove(), rm(folder, { recursive: true })]);
  }
}
