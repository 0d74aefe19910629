import { destinationTexts } from '@/lib/contracts/catalogue/destination-texts';
import { destinationCauses } from '@/lib/contracts/destination-tasks';
import type { DestinationHistory } from '@/lib/contracts/reports';
import { addStretch, lengthMs, type Stretch } from '@/lib/core/stretch';
import { tenths } from '@/lib/core/tenths';
import { db } from '@/lib/platform/db/db';
import type { DestinationSpell } from '@/prisma/generated/client';

/** A live destination reports every two seconds; without a report for so long, it is live no more. */
const silentAfterMs = 10_000;

/** A destination's spells in the show, cut to it. */
interface Part {
  spell: DestinationSpell;
  /** The whole spell. */
  endMs: number;
  stretch: Stretch;
}

/** The destinations of cameras in a show: when each was live, and why it was interrupted. The first that was on comes first. */
export async function readDestinationHistories(streamIds: string[], show: Stretch): Promise<DestinationHistory[]> {
  const spells = await db().destinationSpell.findMany({
    where: {
      streamId: { in: streamIds },
      beganAt: { lt: new Date(show.endMs) },
      OR: [{ endedAt: null }, { endedAt: { gt: new Date(show.startMs) } }],
    },
    orderBy: [{ beganAt: 'asc' }, { id: 'asc' }],
  });
  const ids = [...new Set(spells.map(({ destinationId }) => destinationId))];
  return ids.flatMap((id) => {
    const parts = spells.filter(({ destinationId }) => destinationId === id).map((spell) => partOf(spell, show));
    return historyOf(
      parts.filter(({ stretch }) => stretch.endMs > stretch.startMs),
      show,
    );
  });
}

function partOf(spell: DestinationSpell, show: Stretch): Part {
  const lastMs = spell.state === 'live' ? spell.seenAt.getTime() + silentAfterMs : Number.POSITIVE_INFINITY;
  const endMs = spell.endedAt?.getTime() ?? Math.min(show.endMs, lastMs);
  const stretch = { startMs: Math.max(show.startMs, spell.beganAt.getTime()), endMs: Math.min(show.endMs, endMs) };
  return { spell, endMs, stretch };
}

/** @param parts those of one destination, oldest first */
function historyOf(parts: Part[], show: Stretch): DestinationHistory[] {
  const last = parts.at(-1)?.spell;
  if (!last) return [];
  const lives = parts.filter(({ spell }) => spell.state === 'live');
  const live: Stretch[] = [];
  for (const { stretch } of lives) addStretch(live, { ...stretch });
  const interruptions = parts
    .filter(({ spell }) => spell.state !== 'live')
    .map(({ spell, endMs, stretch }) => ({
      at: new Date(stretch.startMs).toISOString(),
      seconds: secondsOf(stretch.endMs - stretch.startMs),
      cause: causeOf(spell),
      is_over: endMs < show.endMs && lives.some((next) => next.spell.beganAt.getTime() === endMs),
    }));
  const sentBytes = lives.reduce((bytes, { spell }) => bytes + Number(spell.sentBytes), 0);
  const wholeMs = lives.reduce((ms, { spell, endMs }) => ms + endMs - spell.beganAt.getTime(), 0);
  return [
    {
      id: last.destinationId,
      name: last.name,
      camera_id: last.streamId,
      live_seconds: secondsOf(lengthMs(live)),
      live: live.map(({ startMs, endMs }) => ({
        from: new Date(startMs).toISOString(),
        to: new Date(endMs).toISOString(),
      })),
      interruptions,
      interrupted_seconds: tenths(interruptions.reduce((total, { seconds }) => total + seconds, 0)),
      bitrate_avg_kbps: sentBytes > 0 && wholeMs > 0 ? Math.round((sentBytes * 8) / wholeMs) : null,
      dropped_frames: lives.reduce((frames, { spell }) => frames + spell.droppedFrames, 0),
    },
  ];
}

function causeOf({ cause, detail }: DestinationSpell): string {
  const known = destinationCauses.find((code) => code === cause);
  return known ? destinationTexts[known](detail) : 'Sightline began anew, and sent nothing until then.';
}

const secondsOf = (ms: number): number => tenths(ms / 1_000);
