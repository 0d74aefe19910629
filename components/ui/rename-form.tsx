'use client';

import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button } from './button';
import { Input } from './input';

interface RenameFormProps {
  /** What is renamed, for assistive technology. */
  label: string;
  name: string;
  /** Rejects if the name could not be saved; the form then stays open. */
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** A name being edited where it stands. Enter saves, Escape cancels. */
export function RenameForm({ label, name, onSave, onClose }: RenameFormProps) {
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('name')).trim();
    if (!next) return;
    if (next === name) return onClose();
    setPending(true);
    await onSave(next).then(onClose, () => setPending(false));
  };

  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form onSubmit={submit} onKeyDown={cancelOnEscape} className="flex min-w-0 flex-1 items-center gap-1.5">
      <Input
        name="name"
        aria-label={label}
        defaultValue={name}
        maxLength={120}
        required
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        className="h-8 flex-1 px-2"
      />
      <Button type="submit" variant="primary" disabled={pending}>
        Save
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
