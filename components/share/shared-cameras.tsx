'use client';

import { type CSSProperties, useState } from 'react';
import { ConnectionBadge } from '@/components/preview/connection-badge';
import type { Share } from '@/lib/browser/share/share-access';
import { diagnoseScreen, useWakeLock } from '@/lib/browser/viewer/use-wake-lock';
import { LiveComments, type SendComment } from './guest-comments';
import { FullscreenButton, SharedCamera, useHasArrived, useSharedAudio } from './shared-camera';

const toggle = (identity: string) => (current: string | null) => (current === identity ? null : identity);

/** The cameras of a share link: below each other on a phone, elsewhere as large as they fit on the screen together. */
export function SharedCameras({ share, onComment }: { share: Share; onComment: SendComment }) {
  const { event_name: eventName, cameras, can_hear: canHear, comments } = share;
  const [fullIdentity, setFullIdentity] = useState<string | null>(null);
  const hasArrived = useHasArrived();
  const audio = useSharedAudio();
  const sleep = diagnoseScreen(useWakeLock());
  const columns = Math.max(1, Math.ceil(Math.sqrt(cameras.length)));
  const rows = Math.ceil(cameras.length / columns);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-11 items-center gap-3 px-3">
        <h1 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
          {eventName}
        </h1>
        <ConnectionBadge />
        {comments ? <LiveComments share={share} comments={comments} onSend={onComment} /> : null}
        <FullscreenButton />
      </header>
      <main className="grid flex-1 content-start sm:content-center">
        {cameras.length === 0 ? (
          <p className="p-6 text-center text-muted">This link has no cameras at the moment.</p>
        ) : null}
        <div
          style={{ '--columns': columns, '--rows': rows } as CSSProperties}
          className="mx-auto grid w-full gap-0.5 sm:max-w-[calc((100dvh-2.75rem)*var(--columns)/var(--rows)*16/9)] sm:grid-cols-[repeat(var(--columns),minmax(0,1fr))]"
        >
          {cameras.map(({ identity, name }) => (
            <SharedCamera
              key={identity}
              identity={identity}
              name={name}
              hasArrived={hasArrived}
              canHear={canHear}
              fit={fullIdentity === identity ? 'page' : 'own'}
              isAudible={audio.identity === identity}
              onFull={() => setFullIdentity(toggle(identity))}
              onAudible={() => audio.toggle(identity)}
            />
          ))}
        </div>
        {sleep ? <p className="p-3 text-balance text-center text-muted text-sm">{sleep}</p> : null}
        {/* biome-ignore lint/a11y/useMediaCaption: a live camera has none */}
        <audio ref={audio.ref} />
      </main>
    </div>
  );
}
