import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

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
        <div className="grid h-9.5 content-start">
          <Skeleton className="my-0.5 h-4 w-16" />
        </div>
        <div className="flex h-8 items-center justify-end pointer-coarse:h-11">
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
    </Card>
  );
}
