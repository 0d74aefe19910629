interface SegmentedControlProps {
  /** What is chosen, for assistive technology. */
  legend: string;
  name: string;
  options: readonly { value: string; text: string }[];
  /** What is chosen at first, where the browser alone keeps the choice. */
  defaultValue?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A few choices side by side, one of them taken. */
export function SegmentedControl({ legend, name, options, defaultValue, value, onChange }: SegmentedControlProps) {
  return (
    <fieldset className="flex w-fit gap-1 rounded-lg border p-1">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-8 cursor-pointer items-center rounded-md px-3 font-medium text-muted has-checked:bg-control-press has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-info pointer-coarse:h-11"
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
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
