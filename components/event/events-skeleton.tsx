import { EventCardSkeleton } from './event-card-skeleton';

const placeholders = [0, 1, 2, 3];

/** The events list before it is known whose it is. */
export function EventsSkeleton() {
  return (
    <div className="grid gap-6">
      <div className="flex min-h-10 items-center">
        <h1 className="font-semibold text-xl">Your Events</h1>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {placeholders.map((index) => (
          <EventCardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
