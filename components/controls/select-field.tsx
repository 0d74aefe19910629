import { type ComponentProps, useId } from 'react';
import { Label } from '@/components/ui/label';
import { Select } from '@/components/ui/select';

/** A label and its list of choices. */
export function SelectField({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Select id={id} {...select} />
    </div>
  );
}
