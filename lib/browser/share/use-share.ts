import { useEffect, useState } from 'react';
import { minuteMs } from '@/lib/core/durations';
import { EventRoom } from '../room/event-room';
import { useObservable } from '../use-observable';
import { ShareAccess, type ShareState } from './share-access';

/** How often an open link is asked for again: cameras may have been added or renamed. */
const renewIntervalMs = minuteMs;
/** How often one that shows recordings is: its viewers are in no room, and are counted by this. */
const recordedIntervalMs = 20_000;

interface SharePage {
  state: ShareState;
  /** The link's room, connected while the link is open and shows live cameras. */
  room: EventRoom;
  /** Opens the link, or tries again. */
  open: (password?: string) => void;
  /** Comments as a guest of the link. */
  comment: ShareAccess['comment'];
}

/** Opens a share link while the component is mounted. @param secret the same as long as it is */
export function useShare(secret: string): SharePage {
  const [access] = useState(() => new ShareAccess(secret));
  const [room] = useState(() => new EventRoom(access.fetchCredentials));
  const state = useObservable(access, ({ state }) => state, access.state);
  const isOpen = state.status === 'open';
  const isRecorded = isOpen && state.share.recorded !== null;
  useEffect(() => {
    void access.open();
    window.addEventListener('pagehide', access.keepViewer);
    return () => window.removeEventListener('pagehide', access.keepViewer);
  }, [access]);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void access.open(), isRecorded ? recordedIntervalMs : renewIntervalMs);
    const stop = isRecorded ? () => undefined : room.start();
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [access, room, isOpen, isRecorded]);
  return { state, room, open: (password) => void access.open(password), comment: access.comment };
}
