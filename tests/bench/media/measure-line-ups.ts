import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LineUpCheckName, lineUpSeconds } from '@/lib/contracts/line-up-checks';
import type { LineUpFacts } from '@/lib/contracts/line-ups';
import { liveH264 } from '../../support/camera/encode';
import { type Ffmpeg, ffmpeg } from '../../support/camera/ffmpeg';
import { until } from '../../support/until';
import { forMs, times } from '../support/glance';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';

const shows = times(3);
const camerasOfShow = 4;
const wellRounds = times(9);
const settleMs = forMs(10_000);
const stillMs = 2_500;

const clip = { size: '640x360', fps: 25, seconds: 8 };
const moving = `testsrc2=size=${clip.size}:rate=${clip.fps},noise=alls=8:allf=t`;
const tone = 'sine=frequency=440:sample_rate=48000';

/** Footage of cameras that are well, and of those with a fault. Encoded once: a line-up is measured, no encoder. */
const footage = {
  well: [moving, tone],
  black: [`color=black:size=${clip.size}:rate=${clip.fps}`, tone],
  frozen: [`testsrc2=size=${clip.size}:rate=${clip.fps},loop=loop=-1:size=1`, tone],
  silent: [moving, 'anullsrc=r=48000:cl=mono'],
  clipping: [moving, `${tone},volume=30dB`],
} as const;
type Footage = keyof typeof footage;

interface Fault {
  name: string;
  check: LineUpCheckName;
  /** Sent in place of what is well; null: nothing is sent. */
  sends: Footage | null;
  /** It happens after the press. */
  during?: (camera: Camera) => Promise<void>;
  /** It begins so shortly before the press. */
  settleMs?: number;
}

const faults: Fault[] = [
  { name: 'black', check: 'picture', sends: 'black' },
  { name: 'frozen', check: 'picture', sends: 'frozen' },
  { name: 'not sending', check: 'picture', sends: null },
  { name: 'stands for 2.5 s', check: 'picture', sends: 'well', during: (camera) => camera.standStill() },
  { name: 'silent', check: 'sound', sends: 'silent' },
  { name: 'clipping', check: 'sound', sends: 'clipping' },
  { name: 'gone at the press', check: 'picture', sends: 'well', during: async (camera) => camera.send(null) },
  { name: 'silent for 5 s before', check: 'sound', sends: 'silent', settleMs: 5_000 },
];

/** A real encoder, which begins anew with other footage. */
class Camera {
  readonly #url: string;
  readonly #folder: string;
  #encoder: Ffmpeg | null = null;
  #sends: Footage | null = null;

  constructor(url: string, folder: string) {
    this.#url = url;
    this.#folder = folder;
  }

  send(sends: Footage | null): void {
    if (sends === this.#sends) return;
    this.#sends = sends;
    this.#encoder?.child.kill('SIGKILL');
    this.#encoder =
      sends &&
      ffmpeg([
        ...['-re', '-stream_loop', '-1', '-i', path.join(this.#folder, `${sends}.ts`), '-c', 'copy'],
        ...['-flush_packets', '1', '-f', 'mpegts', `${this.#url}&latency=120000&pkt_size=1316`],
      ]);
  }

  async standStill(): Promise<void> {
    await sleep(stillMs);
    this.#encoder?.child.kill('SIGSTOP');
    await sleep(stillMs);
    this.#encoder?.child.kill('SIGCONT');
  }
}

async function makeFootage(folder: string): Promise<void> {
  for (const [name, [video, audio]] of Object.entries(footage)) {
    const run = ffmpeg([
      ...['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', audio, '-t', String(clip.seconds), ...liveH264],
      ...['-pix_fmt', 'yuv420p', '-b:v', '600k', '-c:a', 'aac', '-f', 'mpegts', path.join(folder, `${name}.ts`)],
    ]);
    if ((await run.ended) !== 0) throw new Error(`The footage failed: ${run.log()}`);
  }
}

/** Lines an event up. @param atPress happens while it runs */
async function lineUp({ api, eventId }: Show, atPress: () => Promise<void>): Promise<LineUpFacts> {
  const [begun] = await Promise.all([api.call('POST /events/{id}/line_ups', { params: { id: eventId } }), atPress()]);
  return until(
    'the line-up has a result',
    async () => {
      const all = await api.call('GET /events/{id}/line_ups', { params: { id: eventId } });
      return all.find(({ id }) => id === begun.id)?.attributes.result ?? null;
    },
    { timeoutMs: (lineUpSeconds + 30) * 1_000 },
  );
}

interface Tally {
  runs: number;
  planted: number;
  found: number;
  invented: number;
}

/** Plants a fault in one camera, or none, and compares. */
async function runOnce(show: Show, cameras: Camera[], planted: { fault: Fault; index: number } | null, tally: Tally) {
  const faulty = planted && cameras[planted.index];
  for (const camera of cameras) camera.send(camera === faulty ? (planted?.fault.sends ?? null) : 'well');
  if (planted) await sleep(forMs(planted.fault.settleMs ?? settleMs));
  const result = await lineUp(show, async () => {
    if (faulty) await planted.fault.during?.(faulty);
  });
  tally.runs++;
  tally.planted += planted ? 1 : 0;
  for (const [index, camera] of result.cameras.entries()) {
    for (const { check, state, sentence } of camera.checks) {
      const isPlanted = planted?.index === index && planted.fault.check === check;
      if (isPlanted && state === 'wrong') tally.found++;
      if (isPlanted && state !== 'wrong') console.log(`missed: ${planted.fault.name}, as “${sentence}”`);
      if (!isPlanted && state === 'wrong') {
        tally.invented++;
        console.log(`invented beside ${planted?.fault.name ?? 'nothing'}: ${camera.name}, ${check}: ${sentence}`);
      }
    }
  }
}

/** Measures how many faults line-ups find and invent: of events with four real cameras each, all beside each other. */
export async function measureLineUps(show: Show): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-line-ups-'));
  await makeFootage(folder);
  const all: { show: Show; cameras: Camera[] }[] = [];
  for (let number = 1; number <= shows; number++) {
    const other = number === 1 ? show : await show.addOrganization(`Bench${number}`);
    const urls = await other.addCameras(camerasOfShow);
    all.push({ show: other, cameras: urls.map((url) => new Camera(url, folder)) });
  }
  try {
    for (const camera of all.flatMap(({ cameras }) => cameras)) camera.send('well');
    for (const each of all) await each.show.untilLive();
    await sleep(settleMs);
    head('line-ups', 'runs', 'faults planted', 'found', 'invented', 'load');
    const well: Tally = { runs: 0, planted: 0, found: 0, invented: 0 };
    for (let round = 0; round < wellRounds; round++) {
      await Promise.all(all.map(({ show: each, cameras }) => runOnce(each, cameras, null, well)));
    }
    row('nothing planted', well.runs, well.planted, well.found, well.invented, load());
    const planted: Tally = { runs: 0, planted: 0, found: 0, invented: 0 };
    for (const round of faults.slice(0, times(faults.length)).keys()) {
      await Promise.all(
        all.map(({ show: each, cameras }, number) => {
          // Each show has another fault at a time, and another camera each round.
          const fault = faults[(round + number * 3) % faults.length];
          if (!fault) throw new Error('There are no faults');
          return runOnce(each, cameras, { fault, index: (round + number) % camerasOfShow }, planted);
        }),
      );
    }
    row('one fault each', planted.runs, planted.planted, planted.found, planted.invented, load());
  } finally {
    for (const camera of all.flatMap(({ cameras }) => cameras)) camera.send(null);
    await rm(folder, { recursive: true });
  }
}
