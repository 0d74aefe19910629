'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { LinkOpening, LinkRefusal } from '@/components/controls/link-page';
import { Button } from '@/components/ui/button';
import { useCameraSession } from '@/lib/browser/camera/camera-session';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { handedOverSentence, readHandOverCode } from '@/lib/contracts/hand-over';
import { CameraByApp } from './camera-by-app';
import { CameraInvitation } from './camera-invitation';
import { CameraViewfinder } from './camera-viewfinder';

// Few phones come without a link.
const CodeForm = dynamic(() => import('./code-form').then(({ CodeForm }) => CodeForm), { ssr: false });

const refusedTitle = 'This camera link does not work';

interface CameraScreenProps {
  /** Where this server serves https itself; null where it does not. */
  httpsPort: number | null;
  /** Whether its certificate has to be trusted first. */
  hasAuthority: boolean;
}

/** The page behind a camera invite, which makes a phone a camera. The secret is what follows the # in its address. */
export function CameraScreen({ httpsPort, hasAuthority }: CameraScreenProps) {
  const link = useLinkSecret();
  const secret = link && (readHandOverCode(link) ?? link);
  if (secret === null) return <LinkOpening />;
  if (secret === '') return <CodeForm />;
  const needsHttps = window.isSecureContext ? undefined : (
    <NeedsHttps httpsPort={httpsPort} hasAuthority={hasAuthority} />
  );
  return <OpenedInvite key={secret} secret={secret} needsHttps={needsHttps} />;
}

function OpenedInvite({ secret, needsHttps }: { secret: string; needsHttps: ReactNode }) {
  const session = useCameraSession(secret);
  const { state } = session.link;
  switch (state.status) {
    case 'opening':
      return <LinkOpening />;
    case 'refused':
      return (
        <LinkRefusal
          title={state.message === handedOverSentence ? 'You no longer film here' : refusedTitle}
          message={state.message}
          onRetry={state.canRetry ? () => void session.open() : undefined}
        />
      );
    case 'stopped':
      return <StoppedFilming onResume={() => void session.resume()} />;
    case 'invited':
      return <CameraInvitation invite={state.invite} session={session} needsHttps={needsHttps} />;
    case 'joined':
      return state.usesApp ? (
        <CameraByApp camera={state.camera} session={session} />
      ) : (
        <CameraViewfinder camera={state.camera} session={session} />
      );
  }
}

/** The page of a phone whose person has stopped filming. */
const StoppedFilming = ({ onResume }: { onResume: () => void }) => (
  <main className="mx-auto grid min-h-dvh max-w-sm place-content-center justify-items-center gap-4 p-6 text-center">
    <h1 className="font-semibold text-xl tracking-tight">You have stopped filming</h1>
    <p role="status" className="text-md text-muted">
      Camera and microphone are off, and the director knows. You can close this page.
    </p>
    <Button size="form" className="h-14 px-8 text-md" onClick={onResume}>
      Film again
    </Button>
  </main>
);

/** Browsers open no camera on a page without https: says the next step for this device. */
function NeedsHttps({ httpsPort, hasAuthority }: CameraScreenProps) {
  return (
    <section className="grid gap-4">
      <h2 className="font-semibold text-lg tracking-tight">This link needs https</h2>
      <p role="alert" className="text-md">
        Browsers open the camera over https only, and this address begins with http.
      </p>
      {httpsPort === null ? (
        <p className="text-md text-muted">
          Ask the person who invited you for a link that begins with https. If you run this server, docs/tls.md shows
          how to set it up, also without the internet.
        </p>
      ) : (
        <>
          {hasAuthority ? (
            <Button asChild size="form" className="h-14 text-md">
              <a href="/trust">1. Trust this server</a>
            </Button>
          ) : null}
          <Button asChild variant="primary" size="form" className="h-14 text-md">
            <a href={`https://${location.hostname}:${httpsPort}${location.pathname}${location.hash}`}>
              {hasAuthority ? '2. Open the camera' : 'Open the camera'}
            </a>
          </Button>
        </>
      )}
    </section>
  );
}
