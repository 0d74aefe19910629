'use client';

import { Share } from 'lucide-react';
import { useState } from 'react';
import { DialogForm } from '@/components/controls/dialog-form';
import { CameraChoice, Checkbox, Field, SelectField } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogHeading, DialogTrigger } from '@/components/ui/dialog';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useCreateExport } from '@/lib/browser/data/use-exports';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { toast } from '@/lib/browser/page/toast';
import type { EditJson } from '@/lib/contracts/edits';
import {
  type ExportFormat,
  exportFormats,
  isEditFormat,
  isExportFormat,
  maxHandlesMs,
  mayHaveProxies,
} from '@/lib/contracts/export-formats';
import type { MarkJson } from '@/lib/contracts/marks';
import { clipAround } from '@/lib/core/clip-around';
import { secondMs } from '@/lib/core/durations';
import { broadcastRateNames, isBroadcastRate } from '@/lib/core/frame-rate';
import type { Stretch } from '@/lib/core/stretch';
import { type Lane, recordingsWithin } from '../recording-lanes';
import { fromLocalTime, toLocalTime } from './export-words';

interface ExportDialogProps {
  eventId: string;
  lanes: Lane[];
  /** The exported range, unless another one is typed. */
  range: Stretch;
  /** Those of the show. */
  marks: MarkJson[];
  /** The versions of the cuts that can be chosen. */
  edits: readonly EditJson[];
  /** The one that is chosen at first; null: the show as it was cut. */
  editId: string | null;
  /** Whether the page has changed cuts that are not kept yet. */
  hasUnsavedCuts: boolean;
  /** Whether clips of marks are chosen at first. */
  ofMarks: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** A button, and a dialog that orders files of a range of cameras. */
export function ExportDialog({
  eventId,
  lanes,
  range,
  marks,
  edits,
  editId,
  hasUnsavedCuts,
  ofMarks,
  isOpen,
  onOpenChange,
}: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('mov');
  const [problem, setProblem] = useState<string | null>(null);
  const { timeZone } = useEventClock();
  const create = useCreateExport(eventId);
  const change = (next: boolean) => {
    create.reset();
    setProblem(null);
    onOpenChange(next);
  };
  const submit = (form: FormData) => {
    const chosen = form.getAll('camera');
    const typed = {
      startMs: fromLocalTime(String(form.get('from')), range.startMs, timeZone),
      endMs: fromLocalTime(String(form.get('to')), range.endMs, timeZone),
    };
    const aroundMarks = form.has('clips');
    const handlesMs = Number(form.get('handles')) * secondMs;
    const frameRate = String(form.get('rate'));
    const recordingIds = lanes
      .filter(({ id }) => chosen.includes(id))
      .flatMap((lane) =>
        recordingsWithin(lane, reachOf(typed, aroundMarks, handlesMs)).map(({ recording }) => recording.id),
      );
    const found = problemOf(chosen.length, recordingIds.length, typed);
    setProblem(found);
    if (found) return;
    create.mutate(
      {
        ...{ format, recordingIds, aroundMarks, handlesMs, hasProxies: form.has('proxies'), ...typed },
        editId: String(form.get('edit') ?? '') || null,
        frameRate: isBroadcastRate(frameRate) ? frameRate : null,
      },
      {
        onSuccess: () => {
          change(false);
          toast('Export started', { description: 'Its progress is shown under Exports.' });
        },
      },
    );
  };
  const hevc = lanes.filter(({ recordings }) =>
    recordings.some(({ timeline }) => timeline.format?.video_codec === 'hevc'),
  );
  const failure = create.isError
    ? detailsOr(create.error, messageOr(create.error, 'Failed to start the export'))
    : null;
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>
          <Share aria-hidden />
          Export
        </Button>
      </DialogTrigger>
      <DialogContent className="max-w-xl">
        <DialogHeading title="Export">Original quality, nothing is re-encoded.</DialogHeading>
        <DialogForm failure={problem ?? failure} action="Export" isPending={create.isPending} onSubmit={submit}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="From"
              name="from"
              type="datetime-local"
              step={1}
              required
              defaultValue={toLocalTime(range.startMs, timeZone)}
            />
            <Field
              label="To"
              name="to"
              type="datetime-local"
              step={1}
              required
              defaultValue={toLocalTime(range.endMs, timeZone)}
            />
          </div>
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-medium text-base">Cameras</legend>
            <div className="grid max-h-44 overflow-y-auto rounded-md border p-1">
              <CameraChoice cameras={lanes} areChosen />
            </div>
          </fieldset>
          {marks.length > 0 ? (
            <Checkbox
              name="clips"
              defaultChecked={ofMarks}
              label="A clip of each mark: 10 s before it, and 5 s after"
            />
          ) : null}
          <SelectField
            label="Format"
            name="format"
            value={format}
            onChange={({ target: { value } }) => isExportFormat(value) && setFormat(value)}
          >
            {Object.entries(exportFormats).map(([format, { text }]) => (
              <option key={format} value={format}>
                {text}
              </option>
            ))}
          </SelectField>
          {hasCuts(format) && edits.length > 0 ? (
            <SelectField label="Cuts" name="edit" defaultValue={editId ?? ''}>
              <option value="">As it was cut</option>
              {edits.map(({ id, attributes }) => (
                <option key={id} value={id}>
                  {attributes.name}
                </option>
              ))}
            </SelectField>
          ) : null}
          {hasCuts(format) && hasUnsavedCuts ? (
            <p className="text-muted text-sm">Your changed cuts are not saved yet: save them to export them.</p>
          ) : null}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Handles, in seconds"
              name="handles"
              type="number"
              min={0}
              max={maxHandlesMs / secondMs}
              step="any"
              required
              defaultValue={0}
              hint="More before and after, for an editor to trim."
            />
            {isEditFormat(format) ? (
              <SelectField label="Frames a second of the edit" name="rate">
                <option value="">As most cameras</option>
                {broadcastRateNames.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
            ) : null}
          </div>
          {mayHaveProxies(format) ? (
            <Checkbox name="proxies" label="A small proxy beside each file, 540 lines, for cutting on a laptop" />
          ) : null}
          <div className="grid gap-1 text-muted text-sm">
            <p>Files start up to one keyframe early. A gap starts a new file.</p>
            {hevc.length > 0 ? (
              <p>
                <span dir="auto">{hevc.map(({ name }) => name).join(', ')}</span>: HEVC plays in editors, VLC and
                Safari, but not in each browser.
              </p>
            ) : null}
          </div>
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}

/** Whether an export of a format is made by the cuts of the show. */
const hasCuts = (format: ExportFormat): boolean => format === 'program' || isEditFormat(format);

/** Where the files of an export may reach. */
function reachOf({ startMs, endMs }: Stretch, aroundMarks: boolean, handlesMs: number): Stretch {
  const before = aroundMarks ? startMs - clipAround(startMs).startMs : 0;
  const after = aroundMarks ? clipAround(endMs).endMs - endMs : 0;
  return { startMs: startMs - before - handlesMs, endMs: endMs + after + handlesMs };
}

function problemOf(cameras: number, recordings: number, { startMs, endMs }: Stretch): string | null {
  if (!(startMs < endMs)) return 'The range ends before it begins.';
  if (cameras === 0) return 'Choose a camera.';
  return recordings === 0 ? 'Nothing was recorded of these cameras in this range.' : null;
}
