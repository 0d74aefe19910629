const bars = ['bg-(--n6)', 'bg-(--n5)', 'bg-(--n4)', 'bg-(--n3)', 'bg-(--n4)', 'bg-(--n5)', 'bg-(--n6)'];

/** A decorative test pattern: gray bars with a slow line across. */
export function TestPattern() {
  return (
    <div aria-hidden className="@container absolute inset-0 [mask-image:linear-gradient(black_35%,transparent_80%)]">
      <div className="flex h-full">
        {bars.map((color, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          <div key={position} className={`flex-1 ${color}`} />
        ))}
      </div>
      <div className="absolute inset-y-0 left-0 w-px animate-sweep bg-ink/40" />
    </div>
  );
}
