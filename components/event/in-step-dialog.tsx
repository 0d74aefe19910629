'use client';

import { Checkbox, Field } from '@/components/controls/field';
import { SettingsForm } from '@/components/controls/settings-form';
import { Dialog, DialogContent, DialogHeading } from '@/components/ui/dialog';
import { useEvent, useEventMutations } from '@/lib/browser/data/use-events';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { useStreams } from '@/lib/browser/data/use-streams';
import { playersDelayLimitsMs } from '@/lib/core/players-delay';

interface InStepDialogProps {
  eventId: string;
  onClose: () => void;
}

/** Whether an event keeps SRT players in step, with which delay, and how its cameras fare with that. */
export function InStepDialog({ eventId, onClose }: InStepDialogProps) {
  const { data: event } = useEvent(eventId);
  const { data: streams } = useStreams(eventId);
  const { setPlayers } = useEventMutations();
  if (!event) return null;
  const { keeps_players_in_step: keeps, players_delay_ms: delayMs } = event.attributes;
  const live = streams?.filter(({ attributes }) => attributes.signal === 'live') ?? [];
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeading title="Keep players in step">
          OBS, vMix and other SRT players get every camera at the same time after its capture, on one clock. Give all of
          them the same settings.
        </DialogHeading>
        <SettingsForm
          saving={setPlayers}
          failure="Failed to update event"
          action="Save"
          onSubmit={(fields) => {
            const chosen = String(fields.get('delay_ms'));
            setPlayers.mutate({
              id: eventId,
              keeps_players_in_step: fields.get('keeps') === 'on',
              players_delay_ms: chosen === '' ? null : Number(chosen),
            });
          }}
        >
          <Checkbox name="keeps" defaultChecked={keeps} label="Keep players in step" />
          <Field
            key={delayMs}
            label="Delay from capture (ms)"
            name="delay_ms"
            type="number"
            min={playersDelayLimitsMs.min}
            max={playersDelayLimitsMs.max}
            step={1}
            defaultValue={delayMs ?? ''}
            hint="Leave empty to take what your slowest live camera needs."
            className="sm:max-w-72"
          />
        </SettingsForm>
        {keeps && live.length > 0 ? (
          <section className="grid gap-2 border-t pt-4">
            <h3 className="font-medium">Live cameras</h3>
            <ul className="grid gap-1">
              {live.map(({ id, attributes: { name } }) => (
                <CameraMargin key={id} streamId={id} name={name} />
              ))}
            </ul>
            <p className="text-faint text-sm">
              A late camera plays as soon as it can, and holds up no other. Raise the delay to bring it in step.
            </p>
          </section>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function CameraMargin({ streamId, name }: { streamId: string; name: string }) {
  const marginMs = useLatestSample(streamId, true)?.players_margin_ms ?? null;
  const isLate = marginMs !== null && marginMs < 0;
  return (
    <li className="flex justify-between gap-4">
      <span dir="auto" className="truncate">
        {name}
      </span>
      <span className={isLate ? 'text-failed tabular-nums' : 'text-muted tabular-nums'}>{marginWords(marginMs)}</span>
    </li>
  );
}

/** How a camera fares with the delay, such as "80 ms to spare". */
function marginWords(marginMs: number | null): string {
  if (marginMs === null) return 'not in step yet';
  const ms = Math.round(marginMs);
  return ms < 0 ? `${-ms} ms late` : `${ms} ms to spare`;
}
