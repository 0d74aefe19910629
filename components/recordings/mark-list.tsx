'use client';

import { Pencil, Scissors, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { RenameForm } from '@/components/controls/rename-form';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { useMarkMutations } from '@/lib/browser/data/use-marks';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { MarkJson } from '@/lib/contracts/marks';
import { markMs, markWords } from './mark-words';

interface MarkListProps {
  eventId: string;
  marks: MarkJson[];
  onJump: (atMs: number) => void;
  /** Chooses the clip around a moment, and exports it where the user may. */
  onClip: (atMs: number) => void;
  /** Exports the clips of all marks. */
  onExportAll: () => void;
}

/** The marks of a show by time: go there, export its clip, name it, delete it. */
export function MarkList({ eventId, marks, onJump, onClip, onExportAll }: MarkListProps) {
  const clock = useEventClock();
  const mayUpdate = useMay('marks.update');
  const mayDelete = useMay('marks.delete');
  const mayExport = useMay('recordings.export');
  const { rename, remove } = useMarkMutations(eventId);
  const [renamed, setRenamed] = useState<MarkJson | null>(null);
  if (marks.length === 0) return null;
  const failed = toastFailure('Failed to change the mark');
  return (
    <section aria-labelledby="marks" className="grid gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 id="marks" className="font-semibold text-lg">
          Marks
        </h2>
        {mayExport ? (
          <Button variant="ghost" onClick={onExportAll}>
            <Scissors aria-hidden />
            Export all as clips
          </Button>
        ) : null}
      </div>
      <ul className="max-h-80 divide-y overflow-y-auto rounded-lg border">
        {marks.map((mark) => (
          <li key={mark.id} data-testid="mark" className="flex min-h-11 items-center gap-1 px-3 py-1">
            {renamed?.id === mark.id ? (
              <RenameForm
                label="Mark name"
                draft={mark.attributes.name}
                onSave={(name) => void rename.mutateAsync({ id: mark.id, name }).catch(failed)}
                onClose={() => setRenamed(null)}
              />
            ) : (
              <>
                <button
                  type="button"
                  onClick={() => onJump(markMs(mark))}
                  className="flex min-h-8 min-w-0 flex-1 items-center gap-3 rounded-md px-1 text-left hover:text-info pointer-coarse:min-h-11"
                >
                  <time dateTime={mark.attributes.at} className="shrink-0 font-mono text-muted text-sm">
                    {clock.toSecond(markMs(mark))}
                  </time>
                  <span dir="auto" className="truncate">
                    {mark.attributes.name || <span className="text-muted">Mark</span>}
                  </span>
                </button>
                <Button
                  variant="ghost"
                  onClick={() => onClip(markMs(mark))}
                  aria-label={`${mayExport ? 'Export' : 'Choose'} the clip of ${markWords(mark, clock)}`}
                >
                  <Scissors aria-hidden />
                  <span className="max-sm:sr-only">Clip</span>
                </Button>
                {mayUpdate ? (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Rename ${markWords(mark, clock)}`}
                    onClick={() => setRenamed(mark)}
                  >
                    <Pencil aria-hidden />
                  </Button>
                ) : null}
                {mayDelete ? (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Delete ${markWords(mark, clock)}`}
                    onClick={() => void remove.mutateAsync(mark.id).catch(failed)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
