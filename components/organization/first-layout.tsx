'use client';

import { toast } from 'sonner';
import { SelectField } from '@/components/controls/select-field';
import { layoutWords } from '@/components/multiview/layout/layout-words';
import { Alert } from '@/components/ui/alert';
import { messageOr } from '@/lib/browser/api/error-text';
import { useUpdateOrganization } from '@/lib/browser/data/organization/use-members';
import { firstLayout, type MultiviewLayout, multiviewLayouts } from '@/lib/contracts/multiview-layouts';

/** Chooses the layout that a multiview has on somebody's first visit. */
export function FirstLayout({ layout }: { layout: MultiviewLayout | null }) {
  const update = useUpdateOrganization();
  const choose = (next: MultiviewLayout) =>
    update.mutate({ multiview_layout: next }, { onSuccess: () => toast('Layout saved') });
  return (
    <div className="grid gap-4">
      {update.isError ? (
        <Alert variant="destructive">{messageOr(update.error, 'Failed to save the layout')}</Alert>
      ) : null}
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
