import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** The grid of an event's cards, by the page's width. */
export const cardGridClass = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3 3xl:grid-cols-4 4xl:grid-cols-6';

/** An event before it is known whose it is. */
export function EventSkeleton() {
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <Skeleton className="mb-[9px] h-11 w-80" />
        <div className="grid gap-1">
          <Skeleton className="h-8.5 w-56" />
          <p role="status" className="min-h-5 text-muted text-sm">
            Loading…
          </p>
        </div>
      </div>
      <div className={cardGridClass}>
        <StreamCardSkeleton />
        <StreamCardSkeleton />
      </div>
    </div>
  );
}

/** A placeholder of a stream card's size. */
export function StreamCardSkeleton() {
  return (
    <Card aria-hidden className="overflow-hidden">
      <div className="aspect-[16/10] bg-well" />
      <div className="grid gap-2 border-t p-3">
        <div className="flex h-8 items-center justify-between pointer-coarse:h-11">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-8 w-28" />
        </div>
        <div className="grid h-12.5 content-start">
          <Skeleton className="my-2 h-4 w-16" />
        </div>
        <div className="flex h-8 items-center justify-end pointer-coarse:h-11">
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
    </Card>
  );
}
