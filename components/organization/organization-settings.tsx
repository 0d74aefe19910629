'use client';

import { Failure } from '@/components/controls/failure';
import { Checkbox, Field, SelectField } from '@/components/controls/field';
import { SettingsForm } from '@/components/controls/settings-form';
import { layoutWords } from '@/components/multiview/layout/layout-words';
import { useUpdateOrganization } from '@/lib/browser/data/organization/use-members';
import { toast } from '@/lib/browser/page/toast';
import { firstLayout, type MultiviewLayout, multiviewLayouts } from '@/lib/contracts/multiview-layouts';

/** Changes the organization's name. */
export function OrganizationNameForm({ name }: { name: string }) {
  const update = useUpdateOrganization();
  const save = (form: FormData) =>
    update.mutate({ name: String(form.get('name')) }, { onSuccess: () => toast('Name saved') });
  return (
    <SettingsForm saving={update} failure="Failed to save the name" action="Save name" onSubmit={save}>
      <Field label="Organization name" name="name" defaultValue={name} autoComplete="off" required />
    </SettingsForm>
  );
}

/** Chooses the layout that a multiview has on somebody's first visit. */
export function FirstLayout({ layout }: { layout: MultiviewLayout | null }) {
  const update = useUpdateOrganization();
  const choose = (next: MultiviewLayout) =>
    update.mutate({ multiview_layout: next }, { onSuccess: () => toast('Layout saved') });
  return (
    <div className="grid gap-4">
      <Failure error={update.error} text="Failed to save the layout" />
      <SelectField
        label="Multiview layout"
        value={layout ?? firstLayout}
        disabled={update.isPending}
        onChange={({ currentTarget: { value } }) => choose(value as MultiviewLayout)}
      >
        {multiviewLayouts.map((name) => (
          <option key={name} value={name}>
            {layoutWords[name]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Switches the owners' weekly digest on or off. */
export function WeeklyDigest({ isOn }: { isOn: boolean }) {
  const update = useUpdateOrganization();
  const change = (next: boolean) =>
    update.mutate(
      { weekly_digest: next },
      { onSuccess: () => toast(next ? 'Weekly digest switched on' : 'Weekly digest switched off') },
    );
  return (
    <div className="grid gap-4">
      <Failure error={update.error} text="Failed to change the weekly digest" />
      <Checkbox
        label="Send the weekly digest to every owner"
        checked={isOn}
        disabled={update.isPending}
        onChange={({ currentTarget: { checked } }) => change(checked)}
        className="justify-self-start font-medium"
      />
    </div>
  );
}

interface RecordingRetentionProps {
  keepDays: number | null;
  maxGb: number | null;
}

/** Chooses how long the organization keeps recordings, and how many gigabytes of them. */
export function RecordingRetention({ keepDays, maxGb }: RecordingRetentionProps) {
  const update = useUpdateOrganization();
  const save = (form: FormData) => {
    const numberOf = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
    update.mutate(
      { recordings_keep_days: numberOf('days'), recordings_max_gb: numberOf('gigabytes') },
      { onSuccess: () => toast('Retention saved') },
    );
  };
  return (
    <SettingsForm saving={update} failure="Failed to save the retention" action="Save retention" onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Delete after days"
          name="days"
          type="number"
          min={1}
          max={3650}
          inputMode="numeric"
          defaultValue={keepDays ?? ''}
          hint="Leave empty to keep forever."
        />
        <Field
          label="Gigabytes to keep"
          name="gigabytes"
          type="number"
          min={1}
          max={1000000}
          inputMode="numeric"
          defaultValue={maxGb ?? ''}
          hint="Empty keeps any amount."
        />
      </div>
    </SettingsForm>
  );
}
