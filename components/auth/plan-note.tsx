/** Which plan the visitor has chosen on the landing page. */
export function PlanNote({ name }: { name: string | undefined }) {
  if (!name) return null;
  return (
    <p className="flex h-10 items-center rounded-md border px-3 text-muted">
      Plan:&nbsp;<strong className="font-semibold text-ink">{name}</strong>
    </p>
  );
}
