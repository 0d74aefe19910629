import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';

interface NoCamerasProps {
  eventId: string;
  /** Whether the event has cameras, all of which are off and hidden. */
  hasHidden: boolean;
  onShow: () => void;
}

/** Says what to do where the wall has nothing to show. */
export function NoCameras({ eventId, hasHidden, onShow }: NoCamerasProps) {
  const mayAdd = useMay('streams.create');
  return (
    <div className="absolute inset-0 z-30 grid place-content-center justify-items-center gap-4 px-4 text-center">
      <p className="text-lg">{hasHidden ? 'All cameras are off.' : 'This event has no cameras yet.'}</p>
      {hasHidden ? (
        <Button variant="primary" onClick={onShow}>
          Show cameras that are off
        </Button>
      ) : mayAdd ? (
        <Button variant="primary" asChild>
          <Link href={`/events/${eventId}`}>Add cameras</Link>
        </Button>
      ) : (
        <p className="text-muted">They appear here as soon as your team adds one.</p>
      )}
    </div>
  );
}
