import { Failure } from '@/components/controls/failure';
import { SelectField } from '@/components/controls/field';
import { useProgram } from '@/lib/browser/tally/use-program';
import { useProgramRule } from '@/lib/browser/tally/use-program-rule';

const afterChoices = [1, 2, 3, 5, 10, 30];
const badChoices = [2, 3, 5, 10, 30, 60];
const backChoices = [2, 5, 10, 30, 60];

interface ProgramRuleProps {
  eventId: string;
  cameras: { id: string; name: string }[];
}

/** Settings of the program for a camera on air that is lost: what it shows then, and how the camera comes back. */
export function ProgramRule({ eventId, cameras }: ProgramRuleProps) {
  const { data } = useProgram(eventId, false);
  const { set, remove } = useProgramRule(eventId);
  if (!data) return null;
  const rule = data.attributes.rule ?? null;
  const isPending = set.isPending || remove.isPending;
  const choose = (spareId: string) =>
    spareId === '' ? remove.mutate(undefined) : set.mutate(Object.assign({}, rule, { spare_id: spareId }));
  return (
    <fieldset className="grid gap-3 border-t pt-4" disabled={isPending}>
      <legend className="contents">
        <span className="font-medium">If the camera on air is lost</span>
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="The program shows"
          value={rule?.spare_id ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">Its last picture</option>
          {cameras.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {rule ? (
          <>
            <SelectField
              label="Without a picture for"
              value={rule.after_seconds}
              onChange={({ target }) => set.mutate({ ...rule, after_seconds: Number(target.value) })}
            >
              {withChosen(afterChoices, rule.after_seconds).map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds} s
                </option>
              ))}
            </SelectField>
            <SelectField
              label="Black or frozen for"
              value={rule.bad_picture_after_seconds ?? ''}
              onChange={({ target }) =>
                set.mutate({ ...rule, bad_picture_after_seconds: Number(target.value) || null })
              }
            >
              <option value="">Does not count</option>
              {withChosen(badChoices, rule.bad_picture_after_seconds).map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds} s
                </option>
              ))}
            </SelectField>
            <SelectField
              label="It comes back"
              value={rule.back_after_seconds ?? ''}
              onChange={({ target }) => set.mutate({ ...rule, back_after_seconds: Number(target.value) || null })}
            >
              <option value="">By hand, on the multiview</option>
              {withChosen(backChoices, rule.back_after_seconds).map((seconds) => (
                <option key={seconds} value={seconds}>
                  After {seconds} s of picture
                </option>
              ))}
            </SelectField>
          </>
        ) : null}
      </div>
      <Failure error={set.error ?? remove.error} text="Failed to change what the program shows" />
    </fieldset>
  );
}

/** The choices, and the one that the API has set. */
const withChosen = (choices: number[], chosen: number | null): number[] =>
  chosen === null || choices.includes(chosen) ? choices : [...choices, chosen].sort((a, b) => a - b);
