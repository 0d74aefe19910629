'use client';

import { SelectField } from '@/components/controls/field';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import type { ProgramForm } from '@/lib/contracts/stream-settings';
import type { MemberStreamJson } from '@/lib/contracts/streams';

const forms: Record<ProgramForm, { title: string; means: string }> = {
  steady: {
    title: 'Steady: 1280×720, encoded here',
    means: 'One size and one rate, as YouTube, Twitch and other platforms need it.',
  },
  clean: {
    title: 'Clean: the cameras’ own pictures',
    means:
      'Each camera’s own size, rate and quality, for SRT players and recordings. Choose Steady for platforms. Only H.264 is passed on; other cameras are encoded while they are on air.',
  },
};

/** Chooses what a program sends. */
export function ProgramFormControl({ stream }: { stream: MemberStreamJson }) {
  const { program_form: form } = stream.attributes;
  const { setProgramForm } = useStreamMutations();
  return (
    <fieldset className="grid gap-1.5" disabled={setProgramForm.isPending}>
      <SelectField
        label="What the program sends"
        value={form}
        onChange={({ target }) =>
          setProgramForm.mutate(
            { id: stream.id, form: target.value as ProgramForm },
            { onError: (error) => toast.error('Error', { description: detailsOr(error, 'Failed to update stream') }) },
          )
        }
      >
        {Object.entries(forms).map(([name, { title }]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      <p className="text-faint text-sm">{forms[form].means} A change while it is on has players connect again.</p>
    </fieldset>
  );
}
