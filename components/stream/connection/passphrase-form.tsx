'use client';

import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { isEscape } from '@/lib/browser/page/pressed-key';
import { toast } from '@/lib/browser/page/toast';
import { lengths } from '@/lib/contracts/limits';
import type { MemberStreamJson } from '@/lib/contracts/streams';

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
    if (isEscape(event.nativeEvent)) onClose();
  };

  return (
    <form onSubmit={submit} onKeyDown={cancelOnEscape} className="grid gap-2">
      <Field
        label="Passphrase"
        hint="10 to 79 letters, digits, hyphens, dots or underscores. Saving disconnects everyone; they must reconnect with the new passphrase."
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        minLength={lengths.passphrase.min}
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

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 5;
const groupLength = 4;

/** A random passphrase of 100 bits that can be typed on a camera: lower-case letters and digits that look distinct. */
export function newPassphrase(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(groups * groupLength));
  const characters = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]);
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-');
}
