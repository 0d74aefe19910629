'use client';

import { useRef } from 'react';
import { multiviewOrder, placeStyle, tileAspects } from '@/components/multiview/layout/arrange-tiles';
import { layOut, withFullTile, withOffRow } from '@/components/multiview/layout/lay-out';
import { useElementSize } from '@/lib/browser/page/use-element-size';
import { useRoomAbsentees, useRoomMetadata } from '@/lib/browser/room/use-event-room';
import type { Share } from '@/lib/browser/share/share-access';
import { useWakeLock } from '@/lib/browser/viewer/use-wake-lock';

import type { SharedArrangement } from '@/lib/contracts/arrangement';
import { LiveComments, type SendComment } from './guest-comments';
import { FullscreenButton, SharedCamera, useHasArrived, useSharedAudio } from './shared-camera';

interface SharedMultiviewProps {
  share: Share;
  /** The director's arrangement when the link was asked last. */
  arrangement: SharedArrangement;
  onComment: SendComment;
}

/** One multiview over the whole page, as the event's director arranges it: for a kiosk or a second screen. */
export function SharedMultiview({ share, arrangement, onComment }: SharedMultiviewProps) {
  const { event_name: eventName, cameras, can_hear: canHear, comments } = share;
  const ref = useRef<HTMLElement>(null);
  const size = useElementSize(ref);
  const hasArrived = useHasArrived();
  const audio = useSharedAudio();
  useWakeLock();
  const told = useRoomMetadata();
  const { layout, order, hides_off: hidesOff, solo } = told ? (JSON.parse(told) as SharedArrangement) : arrangement;
  const identities = cameras.map(({ identity }) => identity);
  const absentees = useRoomAbsentees(identities);
  const isOff = (identity: string) => hasArrived && absentees.has(identity);
  const ids = multiviewOrder(
    identities.filter((identity) => !hidesOff || identity === solo || !isOff(identity)),
    order,
  );
  const screen = { ...size, tileAspect: tileAspects.overlay };
  const whole =
    layout === 'auto' ? withOffRow(ids.map(isOff), { layout, screen }) : layOut({ layout, count: ids.length, screen });
  const full = solo === null ? -1 : ids.indexOf(solo);
  const { tiles } = full < 0 ? whole : withFullTile(whole, full, size);
  return (
    <main ref={ref} data-testid="shared-multiview" className="dark relative h-dvh overflow-hidden bg-black text-ink">
      <h1 dir="auto" className="sr-only">
        {eventName}
      </h1>
      {cameras.map(({ identity, name }) => {
        const position = ids.indexOf(identity);
        const place = tiles[position];
        return (
          <div
            key={identity}
            style={placeStyle(place, position === full ? 30 : position % 30)}
            className={place ? 'absolute' : 'hidden'}
          >
            <SharedCamera
              identity={identity}
              name={name}
              hasArrived={hasArrived}
              canHear={canHear}
              fit="placed"
              isAudible={audio.identity === identity}
              onAudible={() => audio.toggle(identity)}
            />
          </div>
        );
      })}
      {comments ? (
        <LiveComments
          share={share}
          comments={comments}
          onSend={onComment}
          className="absolute top-2 right-12 z-40 opacity-0 transition-opacity hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-60"
        />
      ) : null}
      <FullscreenButton className="absolute top-2 right-2 z-40 opacity-0 transition-opacity hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-60" />
      {/* biome-ignore lint/a11y/useMediaCaption: a live camera has none */}
      <audio ref={audio.ref} />
    </main>
  );
}
