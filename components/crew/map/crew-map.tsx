'use client';

import { useMutation } from '@tanstack/react-query';
import { ImagePlus, MapPin, Trash2 } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { Section } from '@/components/controls/section';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import type { CrewPhone } from '@/lib/browser/data/use-crew';
import { useFloorPlanImage, useFloorPlanMutations } from '@/lib/browser/data/use-floor-plan';
import { toast } from '@/lib/browser/page/toast';
import type { FloorPlan } from '@/lib/contracts/floor-plan';
import type { StreamJson } from '@/lib/contracts/streams';
import { PlanMap } from './plan-map';
import { WorldMap } from './world-map';

interface CrewMapProps {
  eventId: string;
  /** Null: the event has none. */
  plan: FloorPlan | null;
  streams: StreamJson[];
  /** By the ids of their streams. */
  phones: ReadonlyMap<string, CrewPhone>;
}

/** How long a removed floor plan offers to come back. */
const undoMs = 8_000;

/** Where the crew stands: in the hall by its floor plan, or on Earth. A map on which nobody is stays closed. */
export function CrewMap({ eventId, plan, streams, phones }: CrewMapProps) {
  const mayEdit = useMay('events.update');
  const mayPlace = useMay('streams.update');
  /** Null: the floor plan where there is one, else the world if somebody is on it. */
  const [ground, setGround] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const upload = usePlanUpload(eventId);
  const showsPlan = plan !== null && ground !== 'world';
  const isPlaced = streams.some(
    ({ id, attributes }) => (phones.get(id)?.attributes.position ?? attributes.place) != null,
  );
  const [wasPlaced, setWasPlaced] = useState(isPlaced);
  // A map stays while somebody works on it.
  if (isPlaced && !wasPlaced) setWasPlaced(true);
  const isOpen = showsPlan || wasPlaced || ground === 'world';
  const take = (file: File | undefined) => {
    if (!file) return;
    setGround('plan');
    upload.start(file);
  };
  const drop = mayEdit && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files[0]);
    },
  };
  return (
    <Section
      title="Map"
      text={
        showsPlan
          ? 'Put each camera where it stands in the hall.'
          : isOpen
            ? 'Phones appear while they share their location. Place other cameras by hand.'
            : 'Nobody is on a map yet. Phones appear while they share their location.'
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        {plan ? (
          <SegmentedControl
            legend="Ground"
            name="crew-map"
            options={[
              { value: 'plan', text: 'Floor plan' },
              { value: 'world', text: 'World' },
            ]}
            value={showsPlan ? 'plan' : 'world'}
            onChange={setGround}
          />
        ) : null}
        {mayEdit ? <PlanButtons eventId={eventId} plan={plan} isUploading={upload.isPending} onFile={take} /> : null}
        {mayPlace && !isOpen ? (
          <Button variant="ghost" onClick={() => setGround('world')}>
            <MapPin aria-hidden />
            Place cameras by hand
          </Button>
        ) : null}
      </div>
      {upload.fault ? <Alert variant="destructive">{upload.fault}</Alert> : null}
      {/* The button above does the same by keyboard. */}
      <div {...drop} className="relative grid gap-4">
        {showsPlan ? (
          <PlanMap key={plan.hash} eventId={eventId} plan={plan} streams={streams} phones={phones} />
        ) : isOpen ? (
          <WorldMap streams={streams} phones={phones} />
        ) : null}
        {isOver ? (
          <p className="pointer-events-none absolute inset-0 z-30 grid place-items-center rounded-lg border-2 border-ink border-dashed bg-canvas/85 p-4 text-center font-medium">
            Drop the image to make it the floor plan
          </p>
        ) : null}
      </div>
    </Section>
  );
}

/** Makes floor plans of files that somebody chooses, and uploads them. */
function usePlanUpload(eventId: string) {
  const { set } = useFloorPlanMutations(eventId);
  const upload = useMutation({
    mutationFn: async (file: File): Promise<string | null> => {
      const { preparePlan } = await import('./prepare-plan');
      const prepared = await preparePlan(file);
      if ('fault' in prepared) return prepared.fault;
      await set.mutateAsync({ image: prepared.base64 });
      return null;
    },
  });
  const fault = upload.error ? messageOr(upload.error, 'Failed to upload the floor plan') : (upload.data ?? null);
  return { start: upload.mutate, isPending: upload.isPending, fault };
}

interface PlanButtonsProps {
  eventId: string;
  plan: FloorPlan | null;
  isUploading: boolean;
  onFile(file: File | undefined): void;
}

/** Uploads, replaces and removes the floor plan. */
function PlanButtons({ eventId, plan, isUploading, onFile }: PlanButtonsProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { set, remove } = useFloorPlanMutations(eventId);
  const image = useFloorPlanImage(eventId, plan?.hash ?? null);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFile(currentTarget.files?.[0]);
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  const onFailure = (error: unknown) => toast.error(messageOr(error, 'Failed to change the floor plan'));
  const onRemove = () => {
    // Its own button goes with the plan.
    buttonRef.current?.focus();
    const removed = plan &&
      image.data && { image: image.data.base64, width_m: plan.width_m, sound_place: plan.sound_place };
    const onClick = () => removed && set.mutate(removed, { onError: onFailure });
    const onSuccess = () =>
      toast('The floor plan is removed.', {
        duration: undoMs,
        ...(removed && { action: { label: 'Undo', onClick } }),
      });
    remove.mutate(undefined, { onSuccess, onError: onFailure });
  };
  return (
    <>
      <input
        ref={inputRef}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Floor plan"
        tabIndex={-1}
        onChange={onChange}
        className="hidden"
      />
      <Button ref={buttonRef} aria-busy={isUploading} onClick={() => inputRef.current?.click()}>
        <ImagePlus aria-hidden />
        {isUploading ? 'Uploading…' : plan ? 'Replace floor plan' : 'Add floor plan'}
      </Button>
      {plan ? (
        <Button variant="ghost" onClick={onRemove} disabled={remove.isPending}>
          <Trash2 aria-hidden />
          Remove floor plan
        </Button>
      ) : null}
    </>
  );
}
