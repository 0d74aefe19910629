'use client';

import { CopyLine } from '@/components/stream/connection/copy-line';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { CameraState } from '@/lib/browser/camera/camera-link';
import type { CameraSession } from '@/lib/browser/camera/camera-session';

interface CameraByAppProps {
  camera: CameraState;
  session: CameraSession;
}

/** The address to which another app sends this camera, for people who film with Larix, OBS or a hardware encoder. */
export function CameraByApp({ camera, session }: CameraByAppProps) {
  const address = session.link.whipAddress ?? '';
  const { status } = session.capture.state;
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-6 p-6">
      <div className="grid gap-2">
        <h1 dir="auto" className="wrap-anywhere font-semibold text-xl tracking-tight">
          {camera.name} by another app
        </h1>
        <p className="text-md text-muted">
          Send WHIP to this address from Larix, OBS 30 or later, or a hardware encoder. Use H.264 and Opus, and leave
          the token empty.
        </p>
      </div>
      <CopyLine label="WHIP address" value={address} isWhole />
      <p className="text-faint text-sm">
        Keep it to yourself: whoever has this address is the camera “{camera.name}”. It ends with your invitation.
      </p>
      {status === 'denied' || status === 'missing' ? (
        <Alert variant="destructive">This browser cannot open the camera. Go on with the app.</Alert>
      ) : null}
      {window.isSecureContext ? (
        <Button size="form" onClick={() => void session.filmHere()}>
          Film with this browser instead
        </Button>
      ) : null}
    </main>
  );
}
