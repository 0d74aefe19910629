import { Failure } from '@/components/controls/failure';
import { Button } from '@/components/ui/button';
import { useProgram } from '@/lib/browser/tally/use-program';
import { useProgramRule } from '@/lib/browser/tally/use-program-rule';

/** Interval between readings: somebody else may take the program, or give it back. */
const refreshMs = 2_000;

/** Says while Sightline itself has the program, so that no switcher counts, and gives it back. */
export function ProgramHere({ eventId }: { eventId: string }) {
  const { data } = useProgram(eventId, refreshMs);
  const { release } = useProgramRule(eventId);
  if (data?.attributes.held_by !== 'sightline') return null;
  const hasSwitchers = data.attributes.switchers.length > 0;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border p-3">
        <p role="status" className="min-w-56 flex-1 text-pretty">
          The program is cut in Sightline.{' '}
          {hasSwitchers ? 'No switcher counts until you give it back.' : 'A switcher that you add does not count.'}
        </p>
        <Button disabled={release.isPending} onClick={() => release.mutate(undefined)}>
          {hasSwitchers ? 'Give it back' : 'Release the program'}
        </Button>
      </div>
      <Failure error={release.error} text="Failed to give the program back" />
    </div>
  );
}
