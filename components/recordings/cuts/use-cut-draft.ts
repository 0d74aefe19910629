import { useEffect, useMemo, useState } from 'react';
import type { EditJson } from '@/lib/contracts/edits';
import type { Cut } from './cut';

/** Older states than these cannot be undone. */
const maxUndone = 200;

interface Draft {
  /** The versions before the last change, the latest last. */
  past: readonly (readonly Cut[])[];
  cuts: readonly Cut[];
}

/** The cuts of an edit as the player has them. */
export const cutsOfEdit = ({ attributes: { cuts } }: EditJson): Cut[] =>
  cuts.map(({ at, stream_id: cameraId }) => ({ atMs: Date.parse(at), cameraId }));

/**
 * The cuts that a page plays, and what a person has changed of them without keeping it yet.
 * @param live the show as it was cut
 * @param edits the versions that are kept
 */
export function useCutDraft(live: readonly Cut[], edits: readonly EditJson[]) {
  const [editId, setEditId] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const edit = edits.find(({ id }) => id === editId) ?? null;
  // The page is drawn ten times a second while it plays.
  const kept = useMemo(() => (edit ? cutsOfEdit(edit) : live), [edit, live]);
  const isChanged = draft !== null && draft.past.length > 0;

  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);

  return {
    /** The version that is played; null: the show as it was cut. */
    edit,
    cuts: draft?.cuts ?? kept,
    /** Whether the cuts can be changed now. */
    isEditing: draft !== null,
    /** Whether there is a change that is not kept yet. */
    isChanged,
    /** Plays another version; what was changed is given up. */
    choose: (id: string | null) => {
      setEditId(id);
      setDraft(null);
    },
    /** @param cuts to begin with, in place of those that are played */
    begin: (cuts: readonly Cut[] = kept) => setDraft({ past: [], cuts }),
    end: () => setDraft(null),
    /** The draft ends, unless it was changed since these cuts. */
    endAt: (cuts: readonly Cut[]) => setDraft((now) => (now?.cuts === cuts ? null : now)),
    /** A change beyond the former cuts: it can be undone. */
    change: (next: (cuts: readonly Cut[]) => readonly Cut[]) =>
      setDraft(
        (before) => before && { past: [...before.past, before.cuts].slice(-maxUndone), cuts: next(before.cuts) },
      ),
    undo: () =>
      setDraft((before) => {
        const last = before?.past.at(-1);
        return before && last ? { past: before.past.slice(0, -1), cuts: last } : before;
      }),
  };
}

export type CutDraft = ReturnType<typeof useCutDraft>;
