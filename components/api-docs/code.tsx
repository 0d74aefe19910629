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
