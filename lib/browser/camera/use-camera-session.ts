import { useEffect, useReducer, useState } from 'react';
import { CameraSession } from './camera-session';

/** A phone's session while the component is mounted; renders anew whenever it changes. @param secret the invite's */
export function useCameraSession(secret: string): CameraSession {
  const [session] = useState(() => new CameraSession(secret));
  const [, renderAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.subscribe(renderAnew), [session]);
  const isJoined = session.link.state.status === 'joined';
  useEffect(() => {
    void session.open();
  }, [session]);
  useEffect(() => {
    if (isJoined) return session.film();
  }, [session, isJoined]);
  return session;
}
