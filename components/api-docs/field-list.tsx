import type { Field } from './fields-of';

/** The fields of a body or an object, each with what it accepts and what it means. */
export function FieldList({ fields, showRequired = false }: { fields: Field[]; showRequired?: boolean }) {
  return (
    <dl className="divide-y rounded-md border">
      {fields.map(({ path, type, isRequired, description }) => (
        <div key={path} className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="wrap-anywhere">
            <code className="font-mono text-sm">{path}</code>
            {showRequired && isRequired ? <span className="ml-2 text-muted text-sm">required</span> : null}
          </dt>
          <dd className="wrap-anywhere text-sm">
            <span className="text-muted">{type}</span>
            {description ? <span className="block">{description}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Text for a shell or of an answer, as it is; long lines scroll. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling by keyboard needs focus
    <figure tabIndex={0} aria-label={label} className="overflow-x-auto rounded-md border bg-raised p-3">
      <pre>
        <code className="font-mono text-sm">{children}</code>
      </pre>
    </figure>
  );
}
