'use client';

import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { toast } from 'sonner';
import { Field } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { newPassphrase } from './new-passphrase';

interface PassphraseFormProps {
  stream: MemberStreamJson;
  onClose: () => void;
}

/** Sets, changes or removes a stream's passphrase. Escape cancels. */
export function PassphraseForm({ stream, onClose }: PassphraseFormProps) {
  const { passphrase: present } = stream.attributes;
  const [passphrase, setPassphrase] = useState(present ?? '');
  const { setPassphrase: change } = useStreamMutations();

  const save = (next: string | null) =>
    change.mutate(
      { id: stream.id, passphrase: next },
      {
        onSuccess: onClose,
        onError: (error) => toast.error('Error', { description: detailsOr(error, 'Failed to update stream') }),
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(passphrase);
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <form onSubmit={submit} onKeyDown={cancelOnEscape} className="grid gap-2">
      <Field
        label="Passphrase"
        hint="10 to 79 letters, digits, hyphens, dots or underscores. Saving disconnects everyone; they must reconnect with the new passphrase."
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        minLength={10}
        required
        autoFocus
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-1.5">
        <Button type="submit" variant="primary" disabled={change.isPending}>
          Save
        </Button>
        <Button onClick={() => setPassphrase(newPassphrase())}>Generate</Button>
        {present === null ? null : (
          <Button disabled={change.isPending} onClick={() => save(null)}>
            Turn off encryption
          </Button>
        )}
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
