import { Volume2, VolumeX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Failure } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { useFloorPlanMutations } from '@/lib/browser/data/use-floor-plan';
import type { FloorPlan } from '@/lib/contracts/floor-plan';

interface PlanScaleFormProps {
  eventId: string;
  plan: FloorPlan;
}

/** How large the hall of a floor plan is, and where its sound comes from: sound takes 3 ms a meter. */
export function PlanScaleForm({ eventId, plan }: PlanScaleFormProps) {
  const { mutate, isPending, error } = useFloorPlanMutations(eventId).scale;
  /** Until the plan has it. */
  const [typed, setTyped] = useState<string | null>(null);
  const save = (form: HTMLFormElement) => {
    if (typed === null || isPending || !form.reportValidity()) return;
    mutate({ width_m: typed === '' ? null : Number(typed) }, { onSettled: () => setTyped(null) });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(event.currentTarget);
  };
  return (
    <>
      <form
        onSubmit={onSubmit}
        onBlur={({ currentTarget }) => save(currentTarget)}
        className="flex flex-wrap items-end gap-2"
      >
        <Field
          label="Width in meters"
          type="number"
          inputMode="decimal"
          min={0.1}
          max={10_000}
          step="any"
          value={typed ?? plan.width_m ?? ''}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          className="w-36"
        />
        {plan.sound_place ? (
          <Button type="button" onClick={() => mutate({ sound_place: null })}>
            <VolumeX aria-hidden />
            Take the loudspeaker off
          </Button>
        ) : (
          <Button type="button" onClick={() => mutate({ sound_place: { x: 0.5, y: 0.5 } })}>
            <Volume2 aria-hidden />
            Put the loudspeaker
          </Button>
        )}
      </form>
      <Failure error={error} text="Failed to change the floor plan" />
    </>
  );
}
