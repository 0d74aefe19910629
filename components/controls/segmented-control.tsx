import type { LucideIcon } from 'lucide-react';

interface SegmentedControlProps {
  /** The group's label for assistive technology. */
  legend: string;
  name: string;
  options: readonly { value: string; text: string; Icon?: LucideIcon }[];
  /** The initial choice of an uncontrolled group. */
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A few options side by side, of which one is selected. */
export function SegmentedControl({ legend, name, options, defaultValue, value, onChange }: SegmentedControlProps) {
  return (
    <fieldset className="flex w-fit min-w-0 max-w-full flex-wrap gap-1 rounded-lg border p-1">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-8 cursor-pointer items-center shrink-0 rounded-md px-2 font-medium sm:px-3 text-muted has-checked:bg-control-press has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-info pointer-coarse:h-11"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            className="sr-only"
            {...(onChange
              ? { checked: option.value === value, onChange: () => onChange(option.value) }
              : { defaultChecked: option.value === defaultValue })}
          />
          {option.Icon ? <option.Icon aria-hidden className="mr-1.5 size-4" /> : null}
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
