import { useEffect, useState } from 'react';
import { useRoomConnection } from '../room/use-event-room';
import { diagnoseViewer, type Viewer } from './diagnose-viewer';
import { heldVideos, readViewer } from './read-viewer';

/** A page that has waited for a picture this long says what it knows, and looks again as often. */
const patienceMs = 5_000;

/** Why a preview has no picture, as far as the viewer's side is the reason. @param isWaiting while it should have one */
export function useViewerProblem(isWaiting: boolean): string | null {
  const { reach } = useRoomConnection();
  const [viewer, setViewer] = useState<Viewer | null>(null);
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    const timer = setInterval(async () => {
      const latest = await readViewer(reach);
      if (!isOver) setViewer(latest);
    }, patienceMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      setViewer(null);
    };
  }, [isWaiting, reach]);
  const holdsPlaybackBack = viewer?.holdsPlaybackBack ?? false;
  useEffect(() => {
    if (!holdsPlaybackBack) return;
    const play = () => {
      // One that still may not play stays in the sentence.
      for (const video of heldVideos()) video.play().catch(() => undefined);
    };
    document.addEventListener('click', play);
    return () => document.removeEventListener('click', play);
  }, [holdsPlaybackBack]);
  return viewer && diagnoseViewer(viewer, reach);
}
