import { StreamListSkeleton } from './list/stream-list-skeleton';

/** The dashboard before it is known whose it is. */
export function DashboardSkeleton() {
  return (
    <div className="grid gap-6">
      <div className="flex min-h-10 items-center">
        <h1 className="font-semibold text-xl">Live Streams</h1>
      </div>
      <StreamListSkeleton />
    </div>
  );
}
