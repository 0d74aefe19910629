import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

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

/** A placeholder of an event card's size. */
export function EventCardSkeleton() {
  return (
    <Card aria-hidden className="overflow-hidden">
      <div className="aspect-[16/10] bg-well" />
      <div className="grid gap-1 border-t p-3">
        <div className="flex h-8 items-center pointer-coarse:h-11">
          <Skeleton className="h-4 w-40" />
        </div>
        <div className="flex h-8 items-center pointer-coarse:h-11">
          <Skeleton className="h-4 w-28" />
        </div>
      </div>
    </Card>
  );
}
