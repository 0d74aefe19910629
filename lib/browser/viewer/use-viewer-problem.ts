import { useEffect, useState } from 'react';
import type { RoomReach } from '../room/event-room';
import { useRoomConnection } from '../room/use-event-room';

/** Interval after which a page without a picture explains why, and checks again. */
const patienceMs = 5_000;

interface ViewerProblem {
  /** Null where the viewer's side is not the reason. */
  sentence: string | null;
  /** Plays what the browser holds back until the viewer presses something; null where it holds nothing back. */
  play: (() => void) | null;
}

/** Why a preview has no picture, as far as the viewer's side is the reason. @param isWaiting while it should have one */
export function useViewerProblem(isWaiting: boolean): string | null {
  const { reach } = useRoomConnection();
  const [problem, setProblem] = useState<ViewerProblem | null>(null);
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    const timer = setInterval(async () => {
      const latest = await findProblem(reach);
      if (!isOver) setProblem(latest);
    }, patienceMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      setProblem(null);
    };
  }, [isWaiting, reach]);
  const play = problem?.play ?? null;
  useEffect(() => {
    if (!play) return;
    document.addEventListener('click', play);
    return () => document.removeEventListener('click', play);
  }, [play]);
  return problem?.sentence ?? null;
}

/**
 * Loads the diagnosis once it is needed, which is seldom.
 * @returns null where it cannot be loaded: then the page has no contact with the server, and says so
 */
async function findProblem(reach: RoomReach): Promise<ViewerProblem | null> {
  const loaded = await Promise.all([import('./read-viewer'), import('./diagnose-viewer')]).catch(() => null);
  if (!loaded) return null;
  const [{ heldVideos, readViewer }, { diagnoseViewer }] = loaded;
  const viewer = await readViewer(reach);
  const playHeld = () => {
    // One that still may not play stays in the sentence.
    for (const video of heldVideos()) video.play().catch(() => undefined);
  };
  return { sentence: diagnoseViewer(viewer, reach), play: viewer.holdsPlaybackBack ? playHeld : null };
}
