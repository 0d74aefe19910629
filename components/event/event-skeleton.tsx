import { StreamCardSkeleton } from '@/components/stream/stream-card-skeleton';
import { Skeleton } from '@/components/ui/skeleton';

/** An event before it is known whose it is. */
export function EventSkeleton() {
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <Skeleton className="my-1 h-5 w-28" />
        <div className="grid gap-1">
          <Skeleton className="h-8.5 w-56" />
          <p role="status" className="min-h-5 text-muted text-sm">
            Loading…
          </p>
        </div>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3 3xl:grid-cols-4 4xl:grid-cols-6">
        <StreamCardSkeleton />
        <StreamCardSkeleton />
      </div>
    </div>
  );
}
