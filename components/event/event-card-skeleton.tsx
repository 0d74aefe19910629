import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

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
