'use client';

import { Crosshair } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Field } from '@/components/controls/field';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { useSetOffset } from '@/lib/browser/data/use-recordings';
import { toast } from '@/lib/browser/page/toast';
import { maxOffsetMs } from '@/lib/core/calibration-code';
import type { PlaybackClock } from './playback-clock';
import type { RecordedVideo } from './recorded-video';
import type { Lane } from './recording-lanes';

interface OffsetListProps {
  eventId: string;
  lanes: Lane[];
  clock: PlaybackClock;
  /** By lane. */
  players: ReadonlyMap<string, RecordedVideo>;
}

const measuredForMs = 3_000;

const offsetOf = ({ recordings }: Lane): number => recordings[0]?.recording.attributes.offset_ms ?? 0;

/** Reads by how much a moment is moved already, also by sound: an offset takes the place of that. */
const shiftOf = ({ recordings }: Lane, atMs: number): number =>
  recordings
    .flatMap(({ timeline }) => timeline?.runs ?? [])
    .findLast(({ start_us: startUs }) => startUs / 1_000 <= atMs)?.shift_ms ?? 0;

/** Brings cameras in step, by numbers or by the calibration code that they have seen. */
export function OffsetList({ eventId, lanes, clock, players }: OffsetListProps) {
  const mayRecord = useMay('recordings.record');
  const setOffset = useSetOffset(eventId);
  const [isMeasuring, setMeasuring] = useState(false);
  if (!mayRecord || lanes.length < 2) return null;

  const save = async (lane: Lane, offsetMs: number): Promise<void> => {
    const ids = lane.recordings.map(({ recording }) => recording.id);
    await setOffset.mutateAsync({ ids, offsetMs });
  };
  const measure = async () => {
    const [{ readCodes }, { measureOffsets }] = await Promise.all([
      import('./read-codes'),
      import('./measure-offsets'),
    ]);
    const atMs = clock.positionMs;
    clock.setRate(1);
    clock.play();
    const signal = AbortSignal.timeout(measuredForMs);
    const cameras = await Promise.all(
      [...players].map(async ([id, player]) => ({ id, readings: await readCodes(player, signal) })),
    );
    clock.pause();
    const corrections = measureOffsets(cameras);
    const measured = lanes.filter(({ id }) => corrections.get(id) != null);
    await Promise.all(measured.map((lane) => save(lane, shiftOf(lane, atMs) + (corrections.get(lane.id) ?? 0))));
    const blind = lanes.filter((lane) => !measured.includes(lane)).map(({ name }) => name);
    if (measured.length < 2)
      toast.error('Nothing was measured', {
        description: 'At least two cameras must see the code for three seconds from here on.',
      });
    else
      toast(`${measured.length} cameras are in step`, {
        description: blind.length > 0 ? `The code was not seen by ${blind.join(', ')}.` : undefined,
      });
  };
  const run = async (task: () => Promise<void>) => {
    setMeasuring(true);
    await task().catch(toastFailure('Failed to change the offset'));
    setMeasuring(false);
  };

  return (
    <details className="grid gap-3">
      <summary className="w-fit cursor-pointer py-1 font-medium text-sm pointer-coarse:py-3">
        Bring cameras in step
      </summary>
      <p className="max-w-prose text-muted text-sm">
        An offset moves a camera’s recordings in time. To measure it, have all cameras record the{' '}
        <Link href="/calibrate" target="_blank" className="underline">
          moving code
        </Link>
        , go to that moment, and press Measure offsets.
      </p>
      <ul className="flex flex-wrap gap-4 py-2">
        {lanes.map((lane) => (
          <li key={`${lane.id} ${offsetOf(lane)}`} className="w-40">
            <Field
              label={`${lane.name}, ms`}
              type="number"
              min={-maxOffsetMs}
              max={maxOffsetMs}
              defaultValue={offsetOf(lane)}
              onBlur={({ target }) => {
                const offsetMs = Number(target.value);
                if (target.validity.valid && target.value !== '' && offsetMs !== offsetOf(lane))
                  void run(() => save(lane, offsetMs));
              }}
            />
          </li>
        ))}
      </ul>
      <Button disabled={isMeasuring} onClick={() => void run(measure)}>
        <Crosshair aria-hidden />
        {isMeasuring ? 'Measuring…' : 'Measure offsets'}
      </Button>
    </details>
  );
}
