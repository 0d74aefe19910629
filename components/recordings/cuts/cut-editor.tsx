import { ChevronLeft, ChevronRight, Scissors, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { DialogForm } from '@/components/controls/dialog-form';
import { Field } from '@/components/controls/field';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogHeading } from '@/components/ui/dialog';
import { Select } from '@/components/ui/input';
import { useMay } from '@/lib/browser/api/use-may';
import { useEditChanges } from '@/lib/browser/data/use-edits';
import { toast } from '@/lib/browser/page/toast';
import type { EditJson } from '@/lib/contracts/edits';
import { lengths } from '@/lib/contracts/limits';
import type { Stretch } from '@/lib/core/stretch';
import type { PlaybackClock } from '../playback-clock';
import type { Lane } from '../recording-lanes';
import { type Cut, cutIndexAt, shortestShotMs, withCamera, withMoved, withoutCut } from './cut';
import type { CutDraft } from './use-cut-draft';

interface CutEditorProps {
  eventId: string;
  draft: CutDraft;
  edits: readonly EditJson[];
  lanes: Lane[];
  session: Stretch;
  clock: PlaybackClock;
  /** The clock's moment, in milliseconds since 1970. */
  positionMs: number;
}

/** Chooses the version of the cuts that is played, and changes the shot that is shown. */
export function CutEditor({ eventId, draft, edits, lanes, session, clock, positionMs }: CutEditorProps) {
  const [isNaming, setNaming] = useState(false);
  const { create, update, remove } = useEditChanges(eventId);
  const mayCreate = useMay('edits.create');
  const mayUpdate = useMay('edits.update');
  const mayDelete = useMay('edits.delete');
  const { edit, isEditing, isChanged } = draft;
  const cuts = draft.cuts.map(({ atMs, cameraId }) => ({ at: new Date(atMs).toISOString(), stream_id: cameraId }));
  const save = () => {
    if (!edit) return setNaming(true);
    const sent = draft.cuts;
    update.mutate(
      { id: edit.id, cuts },
      {
        onSuccess: () => {
          draft.endAt(sent);
          toast('Version saved');
        },
        onError: toastFailure('Failed to save the version'),
      },
    );
  };
  if (!mayCreate && edits.length === 0) return null;
  // A show of a single camera has nothing to cut between.
  if (lanes.length < 2 && draft.cuts.length === 0) return null;
  return (
    <section aria-label="Cuts" className="grid gap-2 rounded-lg border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted text-sm">Version</span>
        <Select
          aria-label="Version of the cuts"
          value={edit?.id ?? ''}
          disabled={isChanged}
          onChange={({ target }) => draft.choose(target.value === '' ? null : target.value)}
          className="h-8 w-48 px-2"
        >
          <option value="">As it was cut</option>
          {edits.map(({ id, attributes }) => (
            <option key={id} value={id}>
              {attributes.name}
            </option>
          ))}
        </Select>
        {isEditing ? (
          <>
            <Button disabled={!isChanged} onClick={draft.undo} aria-keyshortcuts="Z">
              <Undo2 aria-hidden />
              Undo
            </Button>
            <Button variant="primary" disabled={!isChanged || update.isPending} onClick={save}>
              {edit ? 'Save' : 'Save as a version'}
            </Button>
            <Button variant="ghost" onClick={draft.end}>
              {isChanged ? 'Discard changes' : 'Done'}
            </Button>
          </>
        ) : mayCreate && mayUpdate ? (
          <Button onClick={() => draft.begin(beginning(draft.cuts, lanes, session))}>
            <Scissors aria-hidden />
            Edit the cuts
          </Button>
        ) : null}
        {edit && mayDelete && !isEditing ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Delete the version ${edit.attributes.name}`}
            onClick={() =>
              remove.mutate(edit.id, {
                onSuccess: () => draft.choose(null),
                onError: toastFailure('Failed to delete the version'),
              })
            }
          >
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
      {isEditing ? <ShotEditor {...{ draft, lanes, session, clock, positionMs }} /> : null}
      {isNaming ? (
        <Dialog open onOpenChange={setNaming}>
          <DialogContent>
            <DialogHeading title="Save as a version">The show as it was cut stays as it is.</DialogHeading>
            <DialogForm
              action="Save"
              isPending={create.isPending}
              failure={create.isError ? create.error.message : null}
              onSubmit={(form) =>
                create.mutate(
                  { name: String(form.get('name')), cuts },
                  {
                    onSuccess: ({ data }) => {
                      setNaming(false);
                      draft.choose(data.id);
                      toast('Version saved', { description: 'Export makes exactly these cuts.' });
                    },
                  },
                )
              }
            >
              <Field label="Name" name="name" dir="auto" autoFocus required maxLength={lengths.name.max} />
            </DialogForm>
          </DialogContent>
        </Dialog>
      ) : null}
    </section>
  );
}

/** Where a show was not cut at all, its first camera is the program from its start. */
function beginning(cuts: readonly Cut[], lanes: Lane[], { startMs }: Stretch): readonly Cut[] {
  const [first] = lanes;
  return cuts.length === 0 && first ? [{ atMs: startMs, cameraId: first.id }] : cuts;
}

type ShotEditorProps = Pick<CutEditorProps, 'draft' | 'lanes' | 'session' | 'clock' | 'positionMs'>;

/** Changes the shot at the clock's moment: its camera, and where it begins. */
function ShotEditor({ draft, lanes, session, clock, positionMs }: ShotEditorProps) {
  const index = cutIndexAt(draft.cuts, positionMs);
  const shot = draft.cuts[index];
  const nudge = (byMs: number) => {
    if (!shot) return;
    const moved = withMoved(draft.cuts, index, shot.atMs + byMs, session);
    draft.change(() => moved);
    clock.jumpTo(moved[index]?.atMs ?? shot.atMs);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      {shot ? (
        <>
          <span className="text-muted">This shot</span>
          <Select
            aria-label="Camera of this shot"
            value={shot.cameraId ?? ''}
            onChange={({ target }) => draft.change((cuts) => withCamera(cuts, index, target.value))}
            className="h-8 w-40 px-2"
          >
            {shot.cameraId === null ? <option value="">Nothing</option> : null}
            {lanes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <span className="flex items-center">
            <Button variant="ghost" size="icon" aria-label="Cut a frame earlier" onClick={() => nudge(-shortestShotMs)}>
              <ChevronLeft aria-hidden />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Cut a frame later" onClick={() => nudge(shortestShotMs)}>
              <ChevronRight aria-hidden />
            </Button>
          </span>
          <Button
            variant="ghost"
            disabled={draft.cuts.length < 2}
            onClick={() => draft.change((cuts) => withoutCut(cuts, index))}
            aria-keyshortcuts="Delete"
          >
            <Trash2 aria-hidden />
            Remove this cut
          </Button>
        </>
      ) : (
        <p className="text-muted">Nothing is on air here. A number key cuts to a camera.</p>
      )}
    </div>
  );
}
