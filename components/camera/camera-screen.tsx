'use client';

import { Button } from '@/components/ui/button';
import { useCameraSession } from '@/lib/browser/camera/use-camera-session';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { CameraInvitation } from './camera-invitation';
import { CameraViewfinder } from './camera-viewfinder';

/** The page behind a camera invite, which makes a phone a camera. The secret is what follows the # in its address. */
export function CameraScreen() {
  const secret = useLinkSecret();
  if (secret === null) return <Opening />;
  if (secret === '')
    return <CameraRefusal message="This link is not complete. Copy all of it, or scan the code again." />;
  if (!window.isSecureContext) return <NeedsHttps />;
  return <OpenedInvite key={secret} secret={secret} />;
}

function OpenedInvite({ secret }: { secret: string }) {
  const session = useCameraSession(secret);
  const { state } = session.link;
  switch (state.status) {
    case 'opening':
      return <Opening />;
    case 'refused':
      return <CameraRefusal message={state.message} onRetry={state.canRetry ? () => void session.open() : undefined} />;
    case 'invited':
      return <CameraInvitation invite={state.invite} session={session} />;
    case 'joined':
      return <CameraViewfinder camera={state.camera} session={session} />;
  }
}

const Opening = () => (
  <main className="grid min-h-dvh place-items-center p-6">
    <p role="status" className="text-muted">
      Opening…
    </p>
  </main>
);

interface CameraRefusalProps {
  message: string;
  /** Present when it may open later. */
  onRetry?: () => void;
}

/** Says why this phone is no camera, or no longer one. */
const CameraRefusal = ({ message, onRetry }: CameraRefusalProps) => (
  <main className="mx-auto grid min-h-dvh max-w-sm place-content-center justify-items-center gap-4 p-6 text-center">
    <h1 className="font-semibold text-lg tracking-tight">This phone is not a camera</h1>
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

/** Browsers open no camera on a page without https. */
const NeedsHttps = () => (
  <main className="mx-auto grid min-h-dvh max-w-sm place-content-center gap-4 p-6">
    <h1 className="font-semibold text-lg tracking-tight">This link needs https</h1>
    <p role="alert" className="text-md">
      Browsers open the camera over https only, and this address begins with http.
    </p>
    <p className="text-md text-muted">
      Ask the person who invited you for a link that begins with https. If you run this server, docs/tls.md shows how to
      set it up, also without the internet.
    </p>
  </main>
);
