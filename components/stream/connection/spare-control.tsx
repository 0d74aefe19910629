'use client';

import { SelectField } from '@/components/controls/field';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations, useStreams } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import type { SpareReturns } from '@/lib/contracts/stream-settings';
import type { MemberStreamJson, UpdateStreamInput } from '@/lib/contracts/streams';

const afterChoices = [0.3, 0.5, 1, 2, 3, 5, 10, 30, 60];

type Spare = Pick<UpdateStreamInput['stream'], 'spare_id' | 'spare_after_seconds' | 'spare_returns'>;

/** Chooses the camera that takes this one's place while it is lost, how long it waits, and how it leaves. */
export function SpareControl({ stream }: { stream: MemberStreamJson }) {
  const {
    event_id: eventId,
    spare_id: spareId,
    spare_after_seconds: afterSeconds,
    spare_returns: returns,
  } = stream.attributes;
  const { data: streams = [] } = useStreams(eventId);
  const { setSpare } = useStreamMutations();
  const cameras = streams.filter(
    ({ id, attributes }) =>
      id !== stream.id && attributes.source_kind !== 'program' && attributes.spare_id !== stream.id,
  );
  const change = (spare: Spare) =>
    setSpare.mutate(
      { id: stream.id, spare },
      { onError: (error) => toast.error('Error', { description: detailsOr(error, 'Failed to update stream') }) },
    );

  return (
    <fieldset className="grid gap-1.5" disabled={setSpare.isPending}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Spare"
          value={spareId ?? ''}
          onChange={({ target }) => change({ spare_id: target.value || null })}
        >
          <option value="">None</option>
          {cameras.map(({ id, attributes: { name } }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {spareId === null ? null : (
          <>
            <SelectField
              label="Without a picture for"
              value={afterSeconds}
              onChange={({ target }) => change({ spare_after_seconds: Number(target.value) })}
            >
              {[...new Set([...afterChoices, afterSeconds])]
                .sort((a, b) => a - b)
                .map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {seconds} s
                  </option>
                ))}
            </SelectField>
            <SelectField
              label="Back"
              value={returns}
              onChange={({ target }) => change({ spare_returns: target.value as SpareReturns })}
            >
              <option value="by_itself">By itself, after 5 s of picture</option>
              <option value="by_hand">By hand</option>
            </SelectField>
          </>
        )}
      </div>
      <p className="text-faint text-sm">
        While this camera is lost, its spare takes its place for viewers, players, destinations and recordings.
      </p>
    </fieldset>
  );
}
