import { hearOffset, prepareSound, soundRateHz, soundWindowSamples } from '@/lib/core/sound-offset';
import { SeededRandom } from '../../support/random';
import { hear, makeSound, type SoundKind } from '../../support/sound/made-sound';
import { throughAac } from '../../support/sound/through-aac';
import { times } from '../support/glance';
import { head, load, row } from '../support/table';

/**
 * Compares windows of two microphones, each of which went through an encoder's AAC: `npm run bench sound [WINDOWS]`, so many
 * of each kind.
 */
const windows = times(Number(process.argv[2] ?? 250), 3);
/** So many are encoded at a time. */
const batchWindows = 50;
const random = new SeededRandom(1);
const between = (min: number, max: number): number => min + ((max - min) * random.integer(1_000_000)) / 1_000_000;

interface Hall {
  name: string;
  kinds: [SoundKind, SoundKind];
  isOneHall: boolean;
}

const halls: Hall[] = [
  { name: 'speech', kinds: ['speech', 'speech'], isOneHall: true },
  { name: 'music', kinds: ['music', 'music'], isOneHall: true },
  { name: 'applause', kinds: ['applause', 'applause'], isOneHall: true },
  { name: 'looped beep', kinds: ['beep', 'beep'], isOneHall: true },
  { name: 'silence', kinds: ['silence', 'silence'], isOneHall: true },
  { name: 'two halls, speech', kinds: ['speech', 'speech'], isOneHall: false },
  { name: 'two halls, music', kinds: ['music', 'music'], isOneHall: false },
];

function microphone(overNoiseDb: number) {
  const [ringsSeconds, directDb] = [between(0.2, 2.5), between(-3, 6)];
  return {
    rateHz: soundRateHz,
    ringsSeconds,
    directDb,
    overNoiseDb,
    gain: between(0.05, 1),
    seed: random.integer(1e9),
  };
}

interface Pair {
  lateMs: number;
  heard: [Float32Array, Float32Array];
}

function makePair({ kinds, isOneHall }: Hall): Pair {
  const lateMs = between(50, 1_300) * (random.integer(2) === 0 ? 1 : -1);
  const seeds = [random.integer(1e9), random.integer(1e9)] as const;
  const sounds = kinds.map((kind, index) => makeSound(kind, 20, soundRateHz, seeds[isOneHall ? 0 : index] ?? 0));
  const listen = (index: 0 | 1) => {
    const start = Math.round((4 - (index * lateMs) / 1_000) * soundRateHz);
    return hear(sounds[index] ?? new Float32Array(), microphone(6)).slice(start, start + soundWindowSamples);
  };
  return { lateMs, heard: [listen(0), listen(1)] };
}

async function makePairs(hall: Hall, count: number): Promise<Pair[]> {
  const pairs = Array.from({ length: count }, () => makePair(hall));
  const encode = (index: 0 | 1) =>
    throughAac(
      pairs.map(({ heard }) => heard[index]),
      soundRateHz,
      random.integer(1e6),
    );
  const [firsts, seconds] = await Promise.all([encode(0), encode(1)]);
  const none = new Float32Array();
  return pairs.map(({ lateMs }, index) => ({ lateMs, heard: [firsts[index] ?? none, seconds[index] ?? none] }));
}

/** @returns by how much the offset was wrong, in milliseconds; null where none was told */
function compare({ lateMs, heard }: Pair): { errorMs: number | null; cpuMs: number } {
  const before = process.cpuUsage();
  const [first, second] = heard.map((samples) => prepareSound(samples));
  const offset = first && second ? hearOffset(first, second) : null;
  const { user, system } = process.cpuUsage(before);
  return { errorMs: offset && Math.abs(offset.ms - lateMs), cpuMs: (user + system) / 1_000 };
}

head('sound', 'windows', 'tell', 'within 10 ms', 'wrong by more than a frame', 'worst ms', 'CPU ms', 'load');
for (const hall of halls) {
  const results: ReturnType<typeof compare>[] = [];
  while (results.length < windows) {
    const pairs = await makePairs(hall, Math.min(batchWindows, windows - results.length));
    for (const pair of pairs) results.push(compare(pair));
  }
  const errors = results.flatMap(({ errorMs }) => errorMs ?? []);
  const isWrong = (errorMs: number) => !hall.isOneHall || errorMs > 33;
  row(
    hall.name,
    windows,
    errors.length,
    hall.isOneHall ? errors.filter((errorMs) => errorMs <= 10).length : '',
    errors.filter(isWrong).length,
    hall.isOneHall && errors.length > 0
      ? errors.reduce((worst, errorMs) => Math.max(worst, errorMs), 0).toFixed(1)
      : '',
    (results.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / windows).toFixed(0),
    load(),
  );
}
