'use client';

import type { FormEvent, KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { isEscape } from '@/lib/browser/page/pressed-key';

interface RenameFormProps {
  /** The field's label for assistive technology. */
  label: string;
  /** The initial text: the present name, or one that could not be saved. */
  draft: string;
  /** The present number, of a thing that has one; the form then has a field for it. */
  number?: number;
  onSave: (name: string, number: number) => void;
  onClose: () => void;
}

/** Edits a name in place. Enter saves, Escape cancels. The server says which names it takes. */
export function RenameForm({ label, draft, number, onSave, onClose }: RenameFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onClose();
    onSave(String(fields.get('name')).trim(), Number(fields.get('number')));
  };

  const cancelOnEscape = (event: KeyboardEvent) => {
    if (isEscape(event.nativeEvent)) onClose();
  };

  return (
    <form onSubmit={submit} onKeyDown={cancelOnEscape} className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      {number === undefined ? null : (
        <Input
          name="number"
          inputMode="numeric"
          aria-label="Camera number"
          defaultValue={number}
          className="h-8 shrink-0 grow-0 basis-14 px-2"
        />
      )}
      <Input
        name="name"
        dir="auto"
        aria-label={label}
        defaultValue={draft}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        className="h-8 min-w-24 flex-1 px-2"
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
