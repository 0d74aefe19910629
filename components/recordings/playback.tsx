'use client';

import { BookmarkPlus, Link2, MessageSquarePlus, Share2, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { commentMs } from '@/components/comments/comment-words';
import { EventComments } from '@/components/comments/event-comments';
import { RangeShareDialog } from '@/components/share-links/share-dialog';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { useComments } from '@/lib/browser/data/use-comments';
import { useEdits } from '@/lib/browser/data/use-edits';
import { useIncidentsWithin } from '@/lib/browser/data/use-stream-history';
import { copyText } from '@/lib/browser/page/copy-text';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { toast } from '@/lib/browser/page/toast';
import type { MarkJson } from '@/lib/contracts/marks';
import type { Stretch } from '@/lib/core/stretch';
import { type Cut, cutIndexAt, programStretches, withCut, withMoved, withoutCut } from './cuts/cut';
import { CutEditor } from './cuts/cut-editor';
import { useCutDraft } from './cuts/use-cut-draft';
import { ExportDialog } from './exports/export-dialog';
import { type InOut, inOutSearch, pointsAround, readInOut, wantsExport, withIn, withOut } from './in-out';
import { MarkList } from './mark-list';
import { markMs } from './mark-words';
import { OffsetList } from './offset-list';
import { type PlaybackClock, usePlaybackClock } from './playback-clock';
import { cutKeys, playbackKeys, pointKeys, pressCutKey, pressPointKey } from './playback-keys';
import { jumpWithin, Player, sameMomentMs } from './player';
import type { RecordedVideo } from './recorded-video';
import type { Lane } from './recording-lanes';
import { useSetMark } from './use-set-mark';

interface PlaybackProps {
  eventId: string;
  /** Those of the event, by time. */
  marks: MarkJson[];
  lanes: Lane[];
  /** The show as it was cut. */
  cuts: Cut[];
  session: Stretch;
  /** Whether the show is still recorded. */
  isGrowing: boolean;
  /** Where to begin, in milliseconds since 1970. */
  startMs: number;
}

/** A show's player for members, who mark, share and export parts of it. */
export function Playback({
  eventId,
  lanes: liveLanes,
  cuts: liveCuts,
  session,
  isGrowing,
  startMs,
  marks: allMarks,
}: PlaybackProps) {
  const playback = usePlaybackClock(startMs);
  const { clock } = playback;
  const edits = useEdits(eventId).data ?? [];
  const draft = useCutDraft(liveCuts, edits);
  const { cuts, isEditing } = draft;
  const lanes =
    draft.edit || isEditing
      ? liveLanes.map((lane) => ({ ...lane, onAir: programStretches(cuts, lane.id, session) }))
      : liveLanes;
  const [players] = useState(() => new Map<string, RecordedVideo>());
  const marks = allMarks.filter((mark) => markMs(mark) >= session.startMs && markMs(mark) <= session.endMs);
  // Asked for here, so that a comment renders neither the lists of files nor what the lanes are made of.
  const comments = (useComments(eventId).data ?? [])
    .map(({ id, attributes }) => ({ id, ...attributes }))
    .filter((comment) => commentMs(comment) >= session.startMs && (isGrowing || commentMs(comment) <= session.endMs));
  const [draftMs, setDraftMs] = useState<number | null>(null);
  const mayComment = useMay('comments.create');
  const [exporting, setExporting] = useState<'range' | 'clips' | null>(() =>
    wantsExport(window.location.search) ? 'range' : null,
  );
  const [points, setPoints] = useInOut();
  const setMark = useSetMark(eventId);
  const jumpTo = (atMs: number | null | undefined) => jumpWithin(clock, session, atMs);
  const range = { startMs: points.inMs ?? session.startMs, endMs: points.outMs ?? session.endMs };
  const mayExport = useMay('recordings.export');
  const mayShare = useMay('share_links.create');
  const mayReadIncidents = useMay('incidents.read');
  const incidents = useIncidentsWithin(
    lanes.map(({ id }) => id),
    { from: new Date(session.startMs).toISOString(), to: new Date(session.endMs).toISOString() },
    mayReadIncidents,
  );

  const pressPoint = (event: KeyboardEvent) =>
    pressPointKey(event, {
      setIn: () => setPoints((before) => withIn(before, clock.positionMs)),
      setOut: () => setPoints((before) => withOut(before, clock.positionMs)),
      goToIn: () => jumpTo(points.inMs),
      goToOut: () => jumpTo(points.outMs),
      mark: () => setMark?.(clock.positionMs),
      previousMark: () => jumpTo(marks.map(markMs).findLast((atMs) => atMs < clock.positionMs - sameMomentMs)),
      nextMark: () => jumpTo(marks.map(markMs).find((atMs) => atMs > clock.positionMs + sameMomentMs)),
    });

  const pressCut = (event: KeyboardEvent) =>
    pressCutKey(event, {
      cutTo: (number) => {
        const lane = lanes[number - 1];
        if (lane) draft.change((before) => withCut(before, Math.round(clock.positionMs), lane.id));
      },
      remove: () => {
        const index = cutIndexAt(cuts, clock.positionMs);
        if (cuts.length > 1 && index >= 0) draft.change((before) => withoutCut(before, index));
      },
      undo: draft.undo,
    });

  return (
    <Player
      playback={playback}
      lanes={lanes}
      session={session}
      isGrowing={isGrowing}
      cuts={cuts}
      points={points}
      incidents={incidents.map(({ data }) => data ?? [])}
      marks={marks}
      comments={comments}
      onMoveCut={
        isEditing
          ? (index, atMs) => {
              draft.change((before) => withMoved(before, index, atMs, session));
              jumpTo(atMs);
            }
          : undefined
      }
      keys={isEditing ? [...playbackKeys, ...pointKeys, ...cutKeys] : [...playbackKeys, ...pointKeys]}
      pressKey={(event) => (isEditing && pressCut(event)) || pressPoint(event)}
      players={players}
      actions={
        <PlaybackActions
          clock={clock}
          points={points}
          setPoints={setPoints}
          onMark={setMark && (() => setMark(clock.positionMs))}
          onComment={mayComment ? () => setDraftMs(clock.positionMs) : null}
        >
          {mayExport && mayShare ? (
            <RangeShareDialog
              eventId={eventId}
              range={range}
              program={
                cuts.length > 0 || draft.edit
                  ? { editId: draft.edit?.id ?? null, editName: draft.edit?.attributes.name ?? null }
                  : undefined
              }
              trigger={
                <Button>
                  <Share2 aria-hidden />
                  Share
                </Button>
              }
            />
          ) : null}
          {mayExport ? (
            <ExportDialog
              eventId={eventId}
              lanes={lanes}
              range={range}
              marks={marks}
              edits={edits}
              editId={draft.edit?.id ?? null}
              hasUnsavedCuts={draft.isChanged}
              ofMarks={exporting === 'clips'}
              isOpen={exporting !== null}
              onOpenChange={(isOpen) => setExporting(isOpen ? 'range' : null)}
            />
          ) : null}
        </PlaybackActions>
      }
    >
      <CutEditor
        eventId={eventId}
        draft={draft}
        edits={edits}
        lanes={lanes}
        session={session}
        clock={clock}
        positionMs={playback.positionMs}
      />
      <MarkList
        eventId={eventId}
        marks={marks}
        onJump={jumpTo}
        onExportAll={() => setExporting('clips')}
        onClip={(atMs) => {
          setPoints(() => pointsAround(atMs));
          jumpTo(atMs);
          setExporting('range');
        }}
      />
      <EventComments
        eventId={eventId}
        comments={comments}
        cameras={lanes.map(({ id, name }) => ({ id, name }))}
        draftMs={draftMs}
        onCloseDraft={(atMs) => setDraftMs((now) => (now === atMs ? null : now))}
        onJump={jumpTo}
      />
      <OffsetList eventId={eventId} lanes={lanes} clock={clock} players={players} />
    </Player>
  );
}

type ChangePoints = (change: (points: InOut) => InOut) => void;

interface PlaybackActionsProps {
  clock: PlaybackClock;
  points: InOut;
  setPoints: ChangePoints;
  /** Null where nobody marks. */
  onMark: (() => void) | null;
  /** Null where nobody comments. */
  onComment: (() => void) | null;
  /** Further buttons. */
  children: ReactNode;
}

/** The buttons for the moment that is shown, and for the chosen part. */
function PlaybackActions({ clock, points, setPoints, onMark, onComment, children }: PlaybackActionsProps) {
  const { toSecond } = useEventClock();
  return (
    <>
      <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow max-sm:*:justify-center">
        <Button onClick={() => setPoints((before) => withIn(before, clock.positionMs))} aria-keyshortcuts="I">
          In{points.inMs === null ? '' : ` ${toSecond(points.inMs)}`}
        </Button>
        <Button onClick={() => setPoints((before) => withOut(before, clock.positionMs))} aria-keyshortcuts="O">
          Out{points.outMs === null ? '' : ` ${toSecond(points.outMs)}`}
        </Button>
        {points.inMs !== null || points.outMs !== null ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Clear in and out points"
            onClick={() => setPoints(() => ({ inMs: null, outMs: null }))}
          >
            <X aria-hidden />
          </Button>
        ) : null}
        {onMark ? (
          <Button onClick={onMark} aria-keyshortcuts="X">
            <BookmarkPlus aria-hidden />
            Mark
          </Button>
        ) : null}
        {onComment ? (
          <Button onClick={onComment}>
            <MessageSquarePlus aria-hidden />
            Comment
          </Button>
        ) : null}
        {children}
      </div>
      <Button variant="ghost" onClick={() => void copyLinkTo(clock.positionMs)}>
        <Link2 aria-hidden />
        Copy link to this moment
      </Button>
    </>
  );
}

async function copyLinkTo(positionMs: number): Promise<void> {
  const url = new URL(window.location.href);
  url.searchParams.set('t', String(Math.round(positionMs)));
  if (await copyText(url.href)) toast('Link copied!', { description: 'It opens at this moment.' });
  else toast.error('Error', { description: 'The link could not be copied.' });
}

/** The in and out points of the page, which its address keeps. */
function useInOut(): [points: InOut, change: ChangePoints] {
  const [points, setPoints] = useState(() => readInOut(window.location.search));
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const next = inOutSearch(search, points);
    if (next !== search) window.history.replaceState(null, '', pathname + next + hash);
  }, [points]);
  return [points, setPoints];
}
