'use client';

import dynamic from 'next/dynamic';
import { type FormEvent, useEffect } from 'react';
import { Field } from '@/components/controls/field';
import { LinkOpening, LinkRefusal } from '@/components/controls/link-page';
import { loadPreviewVideo } from '@/components/preview/use-preview-video';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { EventRoomContext } from '@/lib/browser/room/use-event-room';
import { useShare } from '@/lib/browser/share/use-share';
import { SharedCameras } from './shared-cameras';

/** The player weighs more than live cameras. */
const SharedRecordings = dynamic(() => import('./shared-recordings').then(({ SharedRecordings }) => SharedRecordings), {
  ssr: false,
  loading: LinkOpening,
});

/** A kiosk loads it, and nobody else. */
const SharedMultiview = dynamic(() => import('./shared-multiview').then(({ SharedMultiview }) => SharedMultiview), {
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
  const { state, room, open, comment } = useShare(secret);
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
        return (
          <SharedRecordings
            eventName={state.share.event_name}
            recorded={state.share.recorded}
            comments={state.share.comments}
            onComment={comment}
          />
        );
      }
      return (
        <EventRoomContext value={room}>
          {state.share.multiview ? (
            <SharedMultiview share={state.share} arrangement={state.share.multiview} onComment={comment} />
          ) : (
            <SharedCameras share={state.share} onComment={comment} />
          )}
        </EventRoomContext>
      );
  }
}

interface SharePasswordProps {
  /** Says who shares what. */
  offer: string;
  /** The problem with the last password. */
  message: string | null;
  onPassword: (password: string) => void;
}

/** Asks for the password of a share link. */
function SharePassword({ offer, message, onPassword }: SharePasswordProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPassword(String(new FormData(event.currentTarget).get('password')));
  };
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-sm content-center gap-6 p-6">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Enter the password</h1>
        <p className="wrap-anywhere text-muted">{offer}</p>
        <p className="text-muted">Whoever sent you this link can tell you its password.</p>
      </div>
      <form onSubmit={submit} className="grid gap-4">
        {message ? <Alert variant="destructive">{message}</Alert> : null}
        <Field label="Password" name="password" type="password" autoComplete="off" required autoFocus />
        <Button type="submit" variant="primary" size="form">
          Watch
        </Button>
      </form>
    </main>
  );
}
