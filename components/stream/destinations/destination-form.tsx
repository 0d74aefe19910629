'use client';

import { useState } from 'react';
import { Field, SelectField } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useDestinationMutations } from '@/lib/browser/data/use-destinations';
import { type DestinationKindName, destinationKindNames, destinationKinds } from '@/lib/contracts/destination-kinds';
import type { DestinationJson } from '@/lib/contracts/destinations';

const examples = {
  rtmp: 'rtmps://live.example.com/app',
  srt: 'srt://live.example.com:9000',
  whip: 'https://live.example.com/whip',
} as const;

interface DestinationFormProps {
  streamId: string;
  /** The one to change; without it, a new one. */
  destination?: DestinationJson;
  onSaved: () => void;
  onCancel?: (() => void) | undefined;
}

/** Adds a destination, or changes the address and key of one. A key is entered, and never shown. */
export function DestinationForm({ streamId, destination, onSaved, onCancel }: DestinationFormProps) {
  const { create, update } = useDestinationMutations(streamId);
  const [chosen, setChosen] = useState<DestinationKindName>('youtube');
  const kind = destination?.attributes.kind ?? chosen;
  const { address, backupAddress, keyLabel, keyHint, needsKey, protocol } = destinationKinds[kind];
  const saving = destination ? update : create;
  const save = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? '').trim() || undefined;
    const values = { name: text('name'), address: text('address'), key: text('key'), passphrase: text('passphrase') };
    const onSuccess = () => {
      form.reset();
      onSaved();
    };
    if (destination) update.mutate({ id: destination.id, ...values }, { onSuccess });
    else create.mutate({ kind, ...values }, { onSuccess });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
      className="grid gap-3"
      aria-label={destination ? `Change ${destination.attributes.name}` : 'Add a destination'}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {destination ? null : (
          <SelectField
            label="Platform"
            value={chosen}
            onChange={({ target }) => setChosen(target.value as DestinationKindName)}
          >
            {destinationKindNames.map((name) => (
              <option key={name} value={name}>
                {destinationKinds[name].label}
              </option>
            ))}
          </SelectField>
        )}
        <Field
          key={`name-${kind}`}
          label="Name"
          name="name"
          defaultValue={destination?.attributes.name}
          placeholder={destinationKinds[kind].label}
        />
      </div>
      {address !== null && backupAddress !== null ? (
        <SelectField label="Server" name="address" defaultValue={destination?.attributes.address ?? address}>
          <option value={address}>Primary</option>
          <option value={backupAddress}>Backup, for a second destination of the same show</option>
        </SelectField>
      ) : null}
      {address === null ? (
        <Field
          key={`address-${kind}`}
          label="Address"
          name="address"
          required
          inputMode="url"
          autoComplete="off"
          defaultValue={destination?.attributes.address}
          placeholder={examples[protocol]}
          hint={`Without the ${protocol === 'whip' ? 'token' : 'key'}, which has a field of its own.`}
        />
      ) : null}
      <Field
        key={`key-${kind}`}
        label={keyLabel}
        name="key"
        type="password"
        autoComplete="off"
        required={needsKey && !destination}
        placeholder={destination?.attributes.has_key ? 'Unchanged' : ''}
        hint={`${keyHint} It is kept encrypted, and never shown again.`}
      />
      {protocol === 'srt' ? (
        <Field
          label="Passphrase"
          name="passphrase"
          type="password"
          autoComplete="off"
          placeholder={destination?.attributes.has_passphrase ? 'Unchanged' : ''}
          hint="Empty where the receiver does not encrypt."
        />
      ) : null}
      {saving.isError ? (
        <Alert variant="destructive">{detailsOr(saving.error, 'Failed to save the destination')}</Alert>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={saving.isPending}>
          {destination ? 'Save' : 'Add'}
        </Button>
        {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
      </div>
    </form>
  );
}
