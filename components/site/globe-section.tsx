import { Globe } from './globe';
import { landDots } from './land-dots';

/** The edge locations, with the globe. */
export function GlobeSection({ edgeLocations }: { edgeLocations: string }) {
  return (
    <section className="grid items-center gap-8 border-t py-14 sm:grid-cols-2 sm:py-20">
      <div className="grid gap-3">
        <h2 className="text-balance font-semibold text-xl">{edgeLocations} edge locations</h2>
        <p className="max-w-prose text-pretty text-md text-muted">
          The show is in one place, the crew in another, and the client in a third. All of them see the same pictures.
        </p>
      </div>
      <Globe dots={landDots()} />
    </section>
  );
}
