import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/components/controls/failure';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/browser/api/api-client';
import { useMay } from '@/lib/browser/api/use-may';
import { dataQuery, useChange } from '@/lib/browser/data/api-query';
import { queryKeys } from '@/lib/browser/data/query-keys';

/** Interval between readings: somebody else may take the program, or give it back. */
const refreshMs = 2_000;

/** Says while Sightline itself has the program, so that no switcher counts, and gives it back. */
export function ProgramHere({ eventId }: { eventId: string }) {
  const params = { id: eventId };
  const { data } = useQuery({
    ...dataQuery(queryKeys.program(eventId), 'GET /events/{id}/program', { params }),
    enabled: useMay('program.cut'),
    refetchInterval: refreshMs,
  });
  const release = useChange([queryKeys.program(eventId)], () => api('DELETE /events/{id}/program', { params }));
  if (data?.attributes.held_by !== 'sightline') return null;
  const hasSwitchers = data.attributes.switchers.length > 0;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border p-3">
        <p role="status" className="min-w-56 flex-1 text-pretty">
          The program is cut in Sightline.{' '}
          {hasSwitchers ? 'No switcher counts until you give it back.' : 'A switcher that you add does not count.'}
        </p>
        <Button disabled={release.isPending} onClick={() => release.mutate()}>
          {hasSwitchers ? 'Give it back' : 'Release the program'}
        </Button>
      </div>
      <Failure error={release.error} text="Failed to give the program back" />
    </div>
  );
}
