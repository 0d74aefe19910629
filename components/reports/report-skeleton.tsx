import { Skeleton } from '@/components/ui/skeleton';

/** Holds the place of a report until it is loaded. */
export const ReportSkeleton = () => (
  <div className="grid gap-6">
    <Skeleton className="h-20 w-72" />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-48 w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
);
