'use client';

import { useContext } from 'react';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useProgram } from '@/lib/browser/tally/use-program';
import { useProgramRule } from '@/lib/browser/tally/use-program-rule';
import { TallyContext } from '@/lib/browser/tally/use-tally';
import { useObservable } from '@/lib/browser/use-observable';
import { alarms, isBadPicture } from '@/lib/contracts/alarms/alarm-kinds';
import type { StreamJson } from '@/lib/contracts/streams';

interface StandInBarProps {
  eventId: string;
  streams: readonly StreamJson[];
}

/** Below the tiles while a camera has the place of one on air that is lost: which, and how to bring that one back. */
export function StandInBar(props: StandInBarProps) {
  // The spare is on air beside the camera that the switcher has on air, or had before it fell silent.
  const isLikely = useObservable(
    useContext(TallyContext),
    (tally) => {
      const states = props.streams.map(({ id }) => tally.stateOf(id));
      return (
        states.includes('program') && states.filter((state) => state === 'program' || state === 'unknown').length > 1
      );
    },
    false,
  );
  return isLikely ? <PresentStandIn {...props} /> : null;
}

function PresentStandIn({ eventId, streams }: StandInBarProps) {
  const program = useProgram(eventId, false).data?.attributes;
  const { bringBack } = useProgramRule(eventId);
  const find = (id: string | undefined) => streams.find((stream) => stream.id === id)?.attributes;
  const [lost, spare] = [find(program?.stand_in?.lost_id), find(program?.stand_in?.spare_id)];
  if (!lost || !spare) return null;
  const findings = program?.rule?.bad_picture_after_seconds ? (lost.findings ?? []) : [];
  const bad = findings.find(isBadPicture);
  const isWell = lost.signal === 'live' && !bad;
  const backAfter = program?.rule?.back_after_seconds ?? null;
  const words = !isWell
    ? badWords(lost.signal === 'live' && bad ? bad.code : null)
    : backAfter === null
      ? 'has its picture again'
      : `has its picture again, and comes back after ${backAfter} s of it`;
  return (
    <section
      aria-label="Camera on air lost"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t bg-canvas px-3 py-2 sm:flex-nowrap"
    >
      <p role="status" className="min-w-0 flex-1 text-balance">
        <span aria-hidden className={isWell ? 'text-pending' : 'text-failed'}>
          {isWell ? '▲ ' : '■ '}
        </span>
        The program shows <bdi className="font-semibold">{spare.name}</bdi>: <bdi>{lost.name}</bdi> {words}.
      </p>
      <Button
        disabled={!isWell || bringBack.isPending}
        onClick={() => bringBack.mutate(undefined, { onError: toastFailure('Not brought back', 'Cut to it instead.') })}
        className="max-sm:w-full"
      >
        <span className="truncate">
          Bring <bdi>{lost.name}</bdi> back
        </span>
      </Button>
    </section>
  );
}

/** Says what is wrong with a lost camera's picture. @param code of what its alarms found; null: it has none */
const badWords = (code: string | null): string => {
  if (code === null) return 'has no picture';
  return code === alarms.black.finding ? 'is black' : 'is frozen';
};
