'use client';

import { useEffect } from 'react';
import { loadPreviewVideo } from '@/components/preview/use-preview-video';
import { Button } from '@/components/ui/button';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { EventRoomContext } from '@/lib/browser/room/use-event-room';
import { useShare } from '@/lib/browser/share/use-share';
import { SharePassword } from './share-password';
import { SharedCameras } from './shared-cameras';

/** The page behind a share link: its cameras and nothing else. The secret is what follows the # in its address. */
export function ShareScreen() {
  const secret = useLinkSecret();
  if (secret === null) return <Opening />;
  if (secret === '') return <ShareRefusal message="This link is not complete. Copy all of it, or ask for a new one." />;
  return <OpenedLink key={secret} secret={secret} />;
}

function OpenedLink({ secret }: { secret: string }) {
  const { state, room, open } = useShare(secret);
  useEffect(() => {
    // While the link is opened, for a fast first frame.
    void loadPreviewVideo();
  }, []);
  switch (state.status) {
    case 'opening':
      return <Opening />;
    case 'password':
      return <SharePassword message={state.message} onPassword={open} />;
    case 'refused':
      return <ShareRefusal message={state.message} onRetry={state.canRetry ? () => open() : undefined} />;
    case 'open':
      return (
        <EventRoomContext value={room}>
          <SharedCameras share={state.share} />
        </EventRoomContext>
      );
  }
}

const Opening = () => (
  <main className="grid min-h-dvh place-items-center p-6">
    <p role="status" className="text-muted">
      Opening…
    </p>
  </main>
);

interface ShareRefusalProps {
  message: string;
  /** Where it may open later. */
  onRetry?: () => void;
}

/** Says why a share link shows nothing, or nothing more. */
const ShareRefusal = ({ message, onRetry }: ShareRefusalProps) => (
  <main className="mx-auto grid min-h-dvh max-w-sm place-content-center justify-items-center gap-4 p-6 text-center">
    <h1 className="font-semibold text-lg tracking-tight">Nothing to watch here</h1>
    <p role="alert" className="text-md text-muted">
      {message}
    </p>
    {onRetry ? (
      <Button variant="primary" size="form" onClick={onRetry}>
        Try again
      </Button>
    ) : null}
  </main>
);
