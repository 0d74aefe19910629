'use client';

import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { SourceChoice } from '@/components/camera-source/source-choice';
import { type NewSource, sourceForms } from '@/components/camera-source/source-forms';
import { InvitePhoneButton } from '@/components/phones/invite-phone-button';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Input, Label } from '@/components/ui/input';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import { type SourceKind, sourceKinds } from '@/lib/contracts/source-kinds';
import type { StreamJson } from '@/lib/contracts/streams';

/** Adding cameras to an event: one of a name that is proposed and may be changed, or several at once. */
export function useAddCameras(eventId: string, streams: StreamJson[] | undefined) {
  const count = streams?.length ?? 0;
  const [name, setName] = useState('Camera 1');
  /** Undefined: the usual one, of which the API need not be told. */
  const [sourceKind, setSourceKind] = useState<SourceKind>();
  /** The settings of the chosen source, and those that another one keeps. */
  const [settings, setSettings] = useState<Partial<Record<SourceKind, NewSource>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const { add } = useStreamMutations();
  const power = useStreamPower();
  const source = sourceKind === undefined ? {} : (settings[sourceKind] ?? {});
  const setSource = (value: NewSource) => sourceKind && setSettings((others) => ({ ...others, [sourceKind]: value }));
  const isOnePerEvent = sourceKind !== undefined && sourceKinds[sourceKind].isOnePerEvent;

  const addAll = async (names: string[]) => {
    setIsBusy(true);
    let added = 0;
    try {
      // One after the other: cameras are shown in the order in which they were added.
      for (const next of names) {
        // Pulled cameras have addresses of their own.
        const keepsFields = sourceKind !== undefined && sourceForms[sourceKind].keepsNewFields;
        await add.mutateAsync({ name: next, eventId, sourceKind, ...(added === 0 || keepsFields ? source : {}) });
        added++;
        if (!keepsFields) setSource({});
      }
    } catch (error) {
      const reason = detailsOr(error, 'Failed to create stream');
      toast.error('Error', { description: names.length > 1 ? partWords(added, names.length, reason) : reason });
    } finally {
      setIsBusy(false);
    }
    if (added === 0) return;
    // The spec's rule: the number of streams before the last one, plus two.
    setName(`Camera ${count + added + 1}`);
    if (isOnePerEvent) setSourceKind(undefined);
  };

  const addTestPicture = async () => {
    setIsBusy(true);
    try {
      const { data } = await add.mutateAsync({ name: 'Test picture', eventId, sourceKind: 'test' });
      await power.mutateAsync({ streamId: data.id, on: true });
    } catch (error) {
      toast.error('Error', { description: detailsOr(error, 'Failed to add a test picture') });
    } finally {
      setIsBusy(false);
    }
  };

  return {
    eventId,
    addTestPicture,
    name,
    setName,
    sourceKind,
    setSourceKind,
    source,
    setSource,
    isBusy,
    addOne: () => addAll([name]),
    /** Undefined while the chosen source is one that an event has once. @param howMany cameras with the next free numbers */
    addSeveral: isOnePerEvent ? undefined : (howMany: number) => void addAll(freeCameraNames(streams ?? [], howMany)),
  };
}

/** Says how many cameras of several came to be, and why the others did not. */
export const partWords = (added: number, wanted: number, reason: string): string =>
  `${added} of ${wanted} cameras were added. ${reason}`;

/** The names 'Camera 1' and so on that no stream has, the least numbers first. */
export function freeCameraNames(streams: StreamJson[], count: number): string[] {
  const taken = new Set(streams.map(({ attributes }) => attributes.name));
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const name = `Camera ${number}`;
    if (!taken.has(name)) names.push(name);
  }
  return names;
}

interface AddStreamFormProps {
  cameras: ReturnType<typeof useAddCameras>;
  /** Lets the 'Add camera' tile focus the name. */
  nameRef: RefObject<HTMLInputElement | null>;
  /** Whether adding cameras is what is to be done next. */
  isMain: boolean;
}

/** The form that adds a camera to an event. */
export function AddStreamForm({ cameras, nameRef, isMain }: AddStreamFormProps) {
  const { name, setName, sourceKind, setSourceKind, source, setSource, isBusy, addOne } = cameras;
  const NewFields = sourceKind === undefined ? null : sourceForms[sourceKind].NewFields;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void addOne();
  };

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="grid w-full grid-cols-[minmax(0,1fr)]">
        <SourceChoice value={sourceKind} onChange={setSourceKind} />
      </div>
      {NewFields ? (
        <div className="w-full">
          <NewFields eventId={cameras.eventId} value={source} onChange={setSource} />
        </div>
      ) : null}
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

interface AddCameraTileProps {
  eventId: string;
  /** Whether it is a row of a list, and not a card's size. */
  isRow: boolean;
  /** CSS order in its grid. */
  order: number;
  isBusy: boolean;
  /** Asks for the next camera's name. */
  onAdd: () => void;
  /** Adds as many as {@link severalCameras}; undefined where that is not possible. */
  onAddSeveral: (() => void) | undefined;
  /** Adds a picture that needs no encoder; undefined where the event has cameras. */
  onAddTestPicture: (() => void) | undefined;
  /** The form with the next camera's name. */
  children: ReactNode;
}

/** The number of cameras of a small show. */
export const severalCameras = 8;

/** A dashed card in the place of the next camera. Pressed, it leads to the field with that camera's name. */
export function AddCameraTile({
  eventId,
  isRow,
  order,
  isBusy,
  onAdd,
  onAddSeveral,
  onAddTestPicture,
  children,
}: AddCameraTileProps) {
  const mayInvite = useMay('phones.invite');
  return (
    <div
      style={{ order }}
      className={cn(
        'grid min-w-0 content-start rounded-lg border border-line-strong border-dashed transition-colors hover:border-field',
        isRow && 'lg:grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      <div
        className={cn(
          'relative grid place-content-center justify-items-center gap-2 text-muted',
          isRow ? 'p-3' : 'aspect-[16/10] w-full',
        )}
      >
        {/* The first button covers the place of the picture; the others lie on top of it. */}
        <button
          type="button"
          disabled={isBusy}
          onClick={onAdd}
          className="flex items-center gap-2 rounded-md px-2 py-1 font-medium after:absolute after:inset-0 hover:text-ink disabled:opacity-50"
        >
          <Plus aria-hidden className="size-4" />
          Add camera
        </button>
        {onAddSeveral ? (
          <Button variant="ghost" disabled={isBusy} className="relative text-sm" onClick={onAddSeveral}>
            Add {severalCameras} cameras
          </Button>
        ) : null}
        {onAddTestPicture ? (
          <Button variant="ghost" disabled={isBusy} className="relative text-sm" onClick={onAddTestPicture}>
            <sourceForms.test.Icon aria-hidden />
            Add a test picture
          </Button>
        ) : null}
        {mayInvite ? <InvitePhoneButton eventId={eventId} variant="ghost" className="relative text-sm" /> : null}
      </div>
      <div className={cn('border-line-strong border-dashed p-3', isRow ? 'max-lg:border-t lg:border-l' : 'border-t')}>
        {children}
      </div>
    </div>
  );
}
