'use client';

import type { FormEvent, RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import type { useAddCameras } from './use-add-cameras';

interface AddStreamFormProps {
  cameras: ReturnType<typeof useAddCameras>;
  /** Lets the 'Add camera' tile focus the name. */
  nameRef: RefObject<HTMLInputElement | null>;
  /** Whether adding cameras is what is to be done next. */
  isMain: boolean;
}

/** The form that adds a camera to an event. */
export function AddStreamForm({ cameras: { name, setName, isBusy, addOne }, nameRef, isMain }: AddStreamFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void addOne();
  };

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="grid min-w-40 flex-1 gap-1.5">
        <Label htmlFor="stream-name">Stream name</Label>
        <Input
          ref={nameRef}
          id="stream-name"
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Camera 1"
          required
          className="h-8"
        />
      </div>
      <Button type="submit" variant={isMain ? 'primary' : 'outline'} disabled={isBusy}>
        Add stream
      </Button>
    </form>
  );
}
