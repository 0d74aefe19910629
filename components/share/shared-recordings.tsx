'use client';

import { useEffect, useState } from 'react';
import { CommentList } from '@/components/comments/comment-list';
import type { ShownComment } from '@/components/comments/comment-words';
import { LinkOpening, LinkRefusal } from '@/components/controls/link-page';
import { type Cut, programStretches } from '@/components/recordings/cuts/cut';
import { usePlaybackClock } from '@/components/recordings/playback-clock';
import { playbackKeys } from '@/components/recordings/playback-keys';
import { jumpWithin, Player } from '@/components/recordings/player';
import type { RecordedVideo } from '@/components/recordings/recorded-video';
import { type Lane, type LaneRecording, lanesOf, laneWithin, openingMs } from '@/components/recordings/recording-lanes';
import { EventClockProvider, eventClock, useEventClock } from '@/lib/browser/page/event-clock';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import type { SharedRecordings as Shared } from '@/lib/contracts/share-links';
import type { Stretch } from '@/lib/core/stretch';
import { GuestCommentForm, type SendComment } from './guest-comments';

interface SharedRecordingsProps {
  eventName: string;
  recorded: Shared;
  /** Those of the link; null where its guests may not comment. */
  comments: readonly ShownComment[] | null;
  onComment: SendComment;
}

/** The recordings of a share link, in step. */
export function SharedRecordings({ eventName, recorded, comments, onComment }: SharedRecordingsProps) {
  // The page asks for the link all the time, so that viewers are counted. Its first answer has all there is.
  const [shared] = useState(recorded);
  const [known, setKnown] = useState<LaneRecording[] | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    // Another attempt makes another request.
    void readRecordings(shared, attempt, ending.signal).then(setKnown, () => {
      if (!ending.signal.aborted) setKnown('failed');
    });
    return () => ending.abort();
  }, [shared, attempt]);
  if (known === null) return <LinkOpening />;
  if (known === 'failed') {
    const retry = () => setAttempt((before) => before + 1);
    return <LinkRefusal title="Not loaded" message="The recordings could not be loaded." onRetry={retry} />;
  }
  const range = { startMs: Date.parse(shared.starts_at), endMs: Date.parse(shared.ends_at) };
  const cuts = (shared.cuts ?? [])
    .map(({ at, stream_id: cameraId }) => ({ atMs: Date.parse(at), cameraId }))
    // Nothing leads to the first shot.
    .filter(({ cameraId }, index) => index > 0 || cameraId !== null);
  const lanes = lanesOf(known).flatMap((lane) => shownOf(lane, range) ?? []);
  if (lanes.length === 0) {
    return <LinkRefusal title="Nothing to watch here" message="Nothing of this part is kept any more." />;
  }
  const place = eventClock(shared.time_zone).placeAt(range.startMs);
  return (
    <EventClockProvider timeZone={shared.time_zone}>
      <main className="mx-auto grid max-w-7xl gap-4 p-4 sm:p-6">
        <h1 dir="auto" className="wrap-anywhere font-semibold text-xl">
          {eventName}
        </h1>
        {place ? <p className="text-muted">All times are {place} time.</p> : null}
        <SharedPlayer lanes={lanes} cuts={cuts} session={range} comments={comments} onComment={onComment} />
      </main>
    </EventClockProvider>
  );
}

interface SharedPlayerProps extends Pick<SharedRecordingsProps, 'comments' | 'onComment'> {
  lanes: Lane[];
  /** The show as it was cut; empty where the link plays no program. */
  cuts: Cut[];
  session: Stretch;
}

function SharedPlayer({ lanes: plainLanes, cuts, session, comments, onComment }: SharedPlayerProps) {
  const lanes =
    cuts.length > 0
      ? plainLanes.map((lane) => ({ ...lane, onAir: programStretches(cuts, lane.id, session) }))
      : plainLanes;
  const playback = usePlaybackClock(openingMs(lanes, cuts, session));
  const { toSecond } = useEventClock();
  const { clock } = playback;
  const [players] = useState(() => new Map<string, RecordedVideo>());
  /** The moment at which the guest began to write: the show may go on meanwhile. */
  const [draftMs, setDraftMs] = useState<number | null>(null);
  const cameras = lanes.map(({ id, name }) => ({ id, name }));
  return (
    <Player
      playback={playback}
      lanes={lanes}
      session={session}
      cuts={cuts}
      comments={comments ?? []}
      players={players}
      keys={playbackKeys}
    >
      {comments ? (
        <section aria-labelledby="comments" className="grid gap-3">
          <h2 id="comments" className="font-semibold text-lg">
            Comments
          </h2>
          <GuestCommentForm
            label={`Comment at ${toSecond(draftMs ?? playback.positionMs)}`}
            cameras={cameras}
            onBegin={() => setDraftMs(clock.positionMs)}
            momentOf={() => ({ at: new Date(draftMs ?? clock.positionMs).toISOString() })}
            onSend={async (comment) => {
              await onComment(comment);
              setDraftMs(null);
            }}
          />
          <CommentList comments={comments} cameras={cameras} onJump={(atMs) => jumpWithin(clock, session, atMs)} />
        </section>
      ) : null}
    </Player>
  );
}

/** A lane cut to the range; null where it has nothing there. */
function shownOf(lane: Lane, range: Stretch): Lane | null {
  const stretches = lane.stretches.map(({ startMs, endMs }) => ({
    startMs: Math.max(startMs, range.startMs),
    endMs: Math.min(endMs, range.endMs),
  }));
  return laneWithin({ ...lane, stretches: stretches.filter(({ startMs, endMs }) => startMs < endMs) }, range);
}

function readRecordings({ recordings }: Shared, attempt: number, signal: AbortSignal): Promise<LaneRecording[]> {
  return Promise.all(
    recordings.map(async ({ id, stream_id, camera_name, timeline_url: url }) => {
      const response = await fetch(url, { signal, cache: attempt > 0 ? 'reload' : 'default' });
      if (!response.ok) throw new Error(`A timeline was answered with ${response.status}`);
      const { data: timeline } = (await response.json()) as { data: RecordingTimeline };
      return { recording: { id, attributes: { stream_id, camera_name, offset_ms: 0 } }, timeline };
    }),
  );
}
