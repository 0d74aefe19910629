'use client';

import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { LinkOpening, LinkRefusal } from '@/components/controls/link-page';
import { loadPreviewVideo } from '@/components/preview/use-preview-video';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { EventRoomContext } from '@/lib/browser/room/use-event-room';
import { useShare } from '@/lib/browser/share/use-share';
import { SharePassword } from './share-password';
import { SharedCameras } from './shared-cameras';

/** The player weighs more than live cameras. */
const SharedRecordings = dynamic(() => import('./shared-recordings').then(({ SharedRecordings }) => SharedRecordings), {
  ssr: false,
  loading: LinkOpening,
});

/** A kiosk loads it, and nobody else. */
const SharedWall = dynamic(() => import('./shared-wall').then(({ SharedWall }) => SharedWall), {
  ssr: false,
  loading: LinkOpening,
});

const refusedTitle = 'Nothing to watch here';

/** The page behind a share link: its cameras and nothing else. The secret is what follows the # in its address. */
export function ShareScreen() {
  const secret = useLinkSecret();
  if (secret === null) return <LinkOpening />;
  if (secret === '')
    return (
      <LinkRefusal title={refusedTitle} message="This link is not complete. Copy all of it, or ask for a new one." />
    );
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
      return <LinkOpening />;
    case 'password':
      return <SharePassword offer={state.offer} message={state.message} onPassword={open} />;
    case 'refused':
      return (
        <LinkRefusal title={refusedTitle} message={state.message} onRetry={state.canRetry ? () => open() : undefined} />
      );
    case 'open':
      if (state.share.recorded) {
        return <SharedRecordings eventName={state.share.event_name} recorded={state.share.recorded} />;
      }
      return (
        <EventRoomContext value={room}>
          {state.share.wall ? (
            <SharedWall share={state.share} wall={state.share.wall} />
          ) : (
            <SharedCameras share={state.share} />
          )}
        </EventRoomContext>
      );
  }
}
