'use client';

import { Clapperboard, Pause, Play, RadioTower, SkipBack } from 'lucide-react';
import { useState } from 'react';
import { SelectField } from '@/components/controls/field';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { usePlayOnAir, useReplayOut } from '@/lib/browser/data/use-replay-out';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { toast } from '@/lib/browser/page/toast';
import { replaySeconds } from '@/lib/contracts/replay-seconds';
import { replaySpeeds } from '@/lib/contracts/replay-speeds';
import type { MemberStreamJson } from '@/lib/contracts/streams';

const speedWords = { 0.25: '¼ ×', 0.5: '½ ×', 0.75: '¾ ×', 1: '1 ×' } as const;

const onError = (error: unknown) => toast.error('Error', { description: messageOr(error, 'Failed to replay') });

/** Cues the last seconds of a camera on the event's replay, plays them, and puts them on air. */
export function ReplayControls({ stream }: { stream: MemberStreamJson }) {
  const { event_id: eventId, replay } = stream.attributes;
  const { data: streams = [] } = useStreams(eventId);
  const { toSecond } = useEventClock();
  const direct = useReplayOut(stream.id);
  const playOnAir = usePlayOnAir(stream.id, eventId);
  const [chosenId, setChosenId] = useState<string>();
  if (!useMay('program.cut')) return null;

  const cameras = streams.filter(({ id, attributes }) => id !== stream.id && attributes.source_kind !== 'program');
  const isRecorded = ({ attributes }: (typeof cameras)[number]) => (attributes.recording ?? null) !== null;
  const cameraId = chosenId ?? replay?.clip.camera_id ?? cameras.find(isRecorded)?.id ?? cameras[0]?.id;
  const send = (command: Parameters<typeof direct.mutate>[0]) => direct.mutate(command, { onError });

  return (
    <fieldset className="grid gap-2" data-testid="replay-controls">
      <legend className="sr-only">Replay</legend>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-36 flex-1">
          <SelectField
            label="Camera to replay"
            value={cameraId ?? ''}
            onChange={({ target }) => setChosenId(target.value)}
          >
            {cameras.map((camera) => (
              <option key={camera.id} value={camera.id}>
                {camera.attributes.name}
                {isRecorded(camera) ? '' : ' (not recorded)'}
              </option>
            ))}
          </SelectField>
        </div>
        <Button
          disabled={cameraId === undefined || direct.isPending}
          onClick={() => cameraId && send({ clip: { camera_id: cameraId, last_seconds: replaySeconds.usual } })}
        >
          <Clapperboard aria-hidden />
          Cue last {replaySeconds.usual} s
        </Button>
      </div>
      {replay ? (
        <>
          <p className="text-muted text-sm">
            <span dir="auto">{replay.clip.camera_name}</span>, {toSecond(Date.parse(replay.clip.from))} to{' '}
            {toSecond(Date.parse(replay.clip.to))}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <Button size="icon" aria-label="To the first frame" onClick={() => send({ state: 'cued' })}>
              <SkipBack aria-hidden />
            </Button>
            <Button onClick={() => send({ state: 'playing' })}>
              <Play aria-hidden />
              Play
            </Button>
            <Button disabled={replay.state !== 'playing'} onClick={() => send({ state: 'paused' })}>
              <Pause aria-hidden />
              Pause
            </Button>
            <SegmentedControl
              legend="Speed"
              name={`replay-speed-${stream.id}`}
              options={replaySpeeds.map((speed) => ({ value: String(speed), text: speedWords[speed] }))}
              value={String(replay.speed)}
              onChange={(value) => {
                const speed = replaySpeeds.find((known) => String(known) === value);
                if (speed) send({ speed });
              }}
            />
            <Button onClick={() => playOnAir.mutate(undefined, { onError })}>
              <RadioTower aria-hidden />
              Play on air
            </Button>
          </div>
        </>
      ) : null}
    </fieldset>
  );
}
