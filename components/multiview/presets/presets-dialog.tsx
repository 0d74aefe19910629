'use client';

import { RefreshCw, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Failure, FormFailure } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogHeading } from '@/components/ui/dialog';
import { Tooltip } from '@/components/ui/tooltip';
import { useMay } from '@/lib/browser/api/use-may';
import { usePresetMutations, usePresets } from '@/lib/browser/data/use-presets';
import type { Arrangement } from '@/lib/contracts/arrangement';
import type { PresetJson } from '@/lib/contracts/presets';
import { layoutWords } from '../layout/layout-words';

interface PresetsDialogProps {
  eventId: string;
  onClose: () => void;
  /** The multiview's present arrangement. */
  current: Arrangement;
  onRecall: (preset: PresetJson) => void;
}

/** A question that waits for an answer. */
interface Asked {
  does: 'replace' | 'delete';
  preset: PresetJson;
}

/** The presets that the organization has for this multiview: recall, save, replace, delete. */
export function PresetsDialog({ onClose, ...props }: PresetsDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      {/* The multiview is dark in both themes, and so are its dialogs. */}
      <DialogContent className="dark max-w-lg text-ink">
        <DialogHeading title="Presets">
          Save the layout and camera order under a name. Everyone in your organization can use it.
        </DialogHeading>
        <Presets onClose={onClose} {...props} />
      </DialogContent>
    </Dialog>
  );
}

function Presets({ eventId, onClose, current, onRecall }: PresetsDialogProps) {
  const presets = usePresets(eventId);
  const { create, update, remove } = usePresetMutations(eventId);
  const mayCreate = useMay('presets.create');
  const mayUpdate = useMay('presets.update');
  const mayDelete = useMay('presets.delete');
  const [asked, ask] = useState<Asked | null>(null);
  const failure = create.error ?? update.error ?? remove.error;
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name'));
    create.mutate({ ...current, name }, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <FormFailure error={failure} text="Failed to save the preset" />
      <Failure error={presets.data ? null : presets.error} text="Failed to load presets" />
      {presets.data?.length ? (
        <ol className="-mx-2 grid max-h-80 gap-1 overflow-y-auto">
          {presets.data.map((preset, index) => (
            <li key={preset.id} className="flex items-center gap-1">
              <Button
                variant="ghost"
                size="form"
                className="min-w-0 flex-1 shrink justify-start px-2 text-ink"
                onClick={() => {
                  onRecall(preset);
                  onClose();
                }}
              >
                <span aria-hidden className="w-5 shrink-0 text-faint">
                  {index + 1}
                </span>
                <span dir="auto" className="truncate">
                  {preset.attributes.name}
                </span>
                <span className="ml-auto text-faint text-sm whitespace-nowrap">
                  {layoutWords[preset.attributes.layout]}
                </span>
              </Button>
              {mayUpdate ? (
                <Tooltip text="Replace by what the multiview shows now" isDark>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Replace ${preset.attributes.name}`}
                    disabled={update.isPending}
                    onClick={() => ask({ does: 'replace', preset })}
                  >
                    <RefreshCw aria-hidden />
                  </Button>
                </Tooltip>
              ) : null}
              {mayDelete ? (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Delete ${preset.attributes.name}`}
                  onClick={() => ask({ does: 'delete', preset })}
                >
                  <Trash2 aria-hidden />
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {presets.data?.length === 0 && !mayCreate ? <p className="text-muted">There are no presets yet.</p> : null}
      {mayCreate ? (
        <form onSubmit={save} className="flex items-end gap-2">
          <Field label="Preset name" name="name" required className="min-w-0 flex-1" />
          <Button type="submit" variant="primary" size="form" disabled={create.isPending}>
            Save
          </Button>
        </form>
      ) : null}
      <Question
        asked={asked}
        onClose={() => ask(null)}
        onReplace={(id) => update.mutate({ id, ...current })}
        onDelete={(id) => remove.mutate(id)}
      />
    </>
  );
}

interface QuestionProps {
  asked: Asked | null;
  onClose: () => void;
  onReplace: (id: string) => void;
  onDelete: (id: string) => void;
}

/** Asks before what takes a preset away from everybody. */
function Question({ asked, onClose, onReplace, onDelete }: QuestionProps) {
  const name = asked?.preset.attributes.name;
  const replaces = asked?.does === 'replace';
  return (
    <Confirm
      open={asked !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      question={replaces ? `Replace preset "${name}"?` : `Delete preset "${name}"?`}
      consequence={
        replaces
          ? 'Your whole organization then gets what this multiview shows now.'
          : 'Your whole organization loses it.'
      }
      action={replaces ? 'Replace' : 'Delete'}
      onConfirm={() => asked && (replaces ? onReplace : onDelete)(asked.preset.id)}
      className="dark text-ink"
    />
  );
}
