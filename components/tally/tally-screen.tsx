'use client';

import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useContext } from 'react';
import { usePageTitle } from '@/components/shell/use-page-title';
import { TallyMark, tallyWord } from '@/components/stream/marks';
import { Alert } from '@/components/ui/alert';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import { useStreams } from '@/lib/browser/data/use-streams';
import { TallyContext, useHearsTally, useTally } from '@/lib/browser/tally/use-tally';
import { diagnoseScreen, useWakeLock } from '@/lib/browser/viewer/use-wake-lock';
import type { StreamJson } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';
import type { TallyState } from '@/lib/core/tally';

/** The tally of one camera over the whole screen, for whoever operates it; first of all the choice of the camera. */
export function TallyScreen({ eventId }: { eventId: string }) {
  const cameraId = useSearchParams().get('camera');
  const streams = useStreams(eventId);
  const camera = streams.data?.find(({ id }) => id === cameraId);
  usePageTitle(camera ? `${camera.attributes.name} tally` : null);
  if (streams.isError && !streams.data) {
    return (
      <main className="dark grid min-h-dvh place-items-center bg-black p-6 text-ink">
        <Alert variant="destructive">{messageOr(streams.error, 'Failed to load cameras')}</Alert>
      </main>
    );
  }
  return camera ? <CameraTally camera={camera} /> : <CameraChoice eventId={eventId} cameras={streams.data} />;
}

function CameraChoice({ eventId, cameras }: { eventId: string; cameras: StreamJson[] | undefined }) {
  return (
    <main className="dark grid min-h-dvh grid-cols-1 content-start gap-4 bg-black p-6 text-ink">
      <h1 className="font-semibold text-xl">Which camera is yours?</h1>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {cameras?.map(({ id, attributes }) => (
          <li key={id}>
            <Link
              href={`?camera=${id}`}
              replace
              className="flex min-h-14 items-center justify-between gap-3 rounded-lg border border-line-strong px-4 font-medium text-md hover:bg-control"
            >
              <span dir="auto" className="truncate">
                {attributes.name}
              </span>
              <CameraMark id={id} />
            </Link>
          </li>
        ))}
      </ul>
      {cameras?.length === 0 ? <p className="text-muted">This event has no cameras yet.</p> : null}
      <Link href={`/events/${eventId}`} className="py-3 text-muted hover:text-ink">
        Back to the event
      </Link>
    </main>
  );
}

const CameraMark = ({ id }: { id: string }) => <TallyMark tally={useTally(id)} className="text-sm" />;

const classOf: Record<TallyState, string> = {
  program: 'bg-program text-white',
  preview: 'border-[4vmin] border-preview bg-black text-preview',
  off: 'bg-black text-white/60',
  unknown: 'border-[1vmin] border-white/40 border-dashed bg-black text-white/75',
};

function CameraTally({ camera }: { camera: StreamJson }) {
  const tally = useTally(camera.id);
  const hears = useHearsTally();
  const { isLoaded } = useContext(TallyContext);
  const sleep = diagnoseScreen(useWakeLock());
  // Before the first word of the server nothing is known, and without a switcher nothing ever is.
  const shown = tally ?? 'unknown';
  const why = !hears
    ? 'No contact with the server.'
    : !isLoaded
      ? 'Connecting…'
      : tally === null
        ? 'No switcher input is assigned to this camera.'
        : tally === 'unknown'
          ? 'No signal from the switcher.'
          : null;
  return (
    <main
      data-testid="camera-tally"
      className={cn(
        'grid min-h-dvh select-none grid-rows-[1fr_auto_1fr] place-items-center p-6 text-center forced-color-adjust-none',
        lookUp(classOf, shown) ?? classOf.unknown,
      )}
    >
      <h1 dir="auto" className="wrap-anywhere self-end font-semibold text-[min(12vw,5rem)] leading-tight">
        {camera.attributes.name}
      </h1>
      <p role="status" className="py-4 font-semibold text-[min(18vw,9rem)] leading-none tracking-tight">
        {tallyWord(shown) ?? 'Off air'}
      </p>
      <div className="grid h-full content-between justify-items-center gap-4">
        <p className="text-md">{why}</p>
        <p className="max-w-prose text-balance text-current/80 text-sm">{sleep}</p>
        <Link href="?" replace className="px-4 py-3 text-current/80 underline underline-offset-4">
          Another camera
        </Link>
      </div>
    </main>
  );
}
