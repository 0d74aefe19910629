'use client';

import { DropdownMenuCheckboxItem, DropdownMenuLabel } from '@/components/ui/dropdown-menu';
import { useEvent, useSoundOffsets } from '@/lib/browser/data/use-events';
import { useStreams } from '@/lib/browser/data/use-streams';
import type { SoundOffsetJson } from '@/lib/contracts/sound-offsets';

interface SoundStepProps {
  eventId: string;
  /** Shown until the event says it; null while nothing is asked. */
  asked: boolean | null;
  onChange(keeps: boolean): void;
}

/** The setting to keep cameras in step by sound, with how far the live ones are apart by it. */
export function SoundStep({ eventId, asked, onChange }: SoundStepProps) {
  const { data: event } = useEvent(eventId);
  const { data: streams } = useStreams(eventId);
  const { data: offsets } = useSoundOffsets(eventId);
  const keeps = asked ?? event?.attributes.keeps_in_step_by_sound ?? true;
  const live = streams?.filter(({ attributes }) => attributes.signal === 'live') ?? [];
  return (
    <>
      <DropdownMenuCheckboxItem checked={keeps} onCheckedChange={onChange}>
        Keep recordings in step by sound
      </DropdownMenuCheckboxItem>
      {keeps && live.length > 1
        ? live.map(({ id, attributes: { name } }) => (
            <DropdownMenuLabel key={id} className="flex justify-between gap-4 font-normal text-muted text-xs">
              <span>{name}</span>
              <span className="tabular-nums">{offsetWords(offsets?.find((offset) => offset.id === id))}</span>
            </DropdownMenuLabel>
          ))
        : null}
    </>
  );
}

/** How far a camera is from the others, such as "150 ms early, ± 2 ms". */
function offsetWords(offset: SoundOffsetJson | undefined): string {
  if (!offset) return 'cannot tell yet';
  const shiftMs = Math.round(offset.attributes.shift_ms);
  const certainty = `± ${Math.ceil(offset.attributes.uncertainty_ms)} ms`;
  if (shiftMs === 0) return `in the middle, ${certainty}`;
  return `${Math.abs(shiftMs)} ms ${shiftMs > 0 ? 'early' : 'late'}, ${certainty}`;
}
