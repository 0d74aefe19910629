import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Input, Label, Select } from '@/components/ui/input';

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  /** One short sentence under the field. */
  hint?: string;
  /** The id of the alert that says what is wrong with it. */
  faultId?: string | undefined;
}

/** A label, its input and an optional hint, linked for assistive technology. */
export function Field({ label, hint, faultId, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        aria-invalid={faultId ? true : undefined}
        aria-describedby={clsx(faultId, hint && `${id}-hint`) || undefined}
        {...input}
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

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

/** A choice of yes or no beside its label. */
export function Checkbox({ label, className, ...input }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={clsx('flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11', className)}>
      <input type="checkbox" {...input} className="size-4 accent-ink" />
      {label}
    </label>
  );
}

interface CameraChoiceProps {
  cameras: { id: string; name: string }[];
  areChosen: boolean;
}

/** The list in which a form's cameras are chosen; the fields are named `camera`. @param props.areChosen whether all are at first */
export const CameraChoice = ({ cameras, areChosen }: CameraChoiceProps) =>
  cameras.map(({ id, name }) => (
    <label
      key={id}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-control pointer-coarse:min-h-11"
    >
      <input type="checkbox" name="camera" value={id} defaultChecked={areChosen} className="size-4 accent-ink" />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </label>
  ));
