'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { ItemMenu } from '@/components/controls/item-menu';
import { RenameForm } from '@/components/controls/rename-form';
import { toastFailure } from '@/components/controls/toast-failure';
import { RecordWhenOnItem } from '@/components/recordings/record-button';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import { useTally } from '@/lib/browser/tally/use-tally';
import { isMemberStream } from '@/lib/contracts/is-member-stream';
import type { StreamJson } from '@/lib/contracts/streams';
import { CameraNumber } from './marks';
import { PowerSwitch, showPowerFailure } from './power-switch';

/** A camera's number and name with its switch and its menu, or the form that changes number and name. */
export function StreamHeader({ stream }: { stream: StreamJson }) {
  const { name, number } = stream.attributes;
  /** The name being edited; null while it is not. */
  const [draft, setDraft] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const { rename, renumber, remove } = useStreamMutations();
  const maySwitch = useMay('streams.start');
  const mayRename = useMay('streams.update');
  const mayDelete = useMay('streams.delete');
  const tally = useTally(stream.id);

  const save = (next: string, nextNumber: number) => {
    const onError = (error: unknown) => {
      toast.error('Error', { description: detailsOr(error, 'Failed to update stream') });
      setDraft(next);
    };
    if (nextNumber !== number) renumber.mutate({ id: stream.id, number: nextNumber }, { onError });
    if (next === name) return;
    rename.mutate({ id: stream.id, name: next }, { onError });
  };
  // The card is unmounted at once, and `mutate` would not call back an unmounted card.
  const confirmDelete = () => remove.mutateAsync(stream.id).catch(toastFailure('Error', 'Failed to delete stream'));

  return (
    <div className="flex min-h-8 min-w-0 items-center gap-1 pointer-coarse:min-h-11">
      {draft !== null ? (
        <RenameForm label="Stream name" draft={draft} number={number} onSave={save} onClose={() => setDraft(null)} />
      ) : (
        <>
          <CameraNumber number={number} />
          <h2 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {name}
          </h2>
          {maySwitch ? <PowerSwitch stream={stream} onFailure={showPowerFailure} /> : null}
          <ItemMenu
            name={name}
            onRename={mayRename ? () => setDraft(name) : undefined}
            onDelete={mayDelete ? () => setDeleting(true) : undefined}
            className="-mr-2"
          >
            {isMemberStream(stream) ? <RecordWhenOnItem stream={stream} /> : null}
          </ItemMenu>
        </>
      )}
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        question={`Delete stream "${name}"?`}
        consequence={`${tally === 'program' ? 'It is on air now. ' : ''}Its address stops working at once, and its encoder is disconnected.`}
        action="Delete"
        onConfirm={confirmDelete}
      />
    </div>
  );
}
