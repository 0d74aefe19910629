import { useEffect, useReducer, useState } from 'react';
import { CameraSession } from './camera-session';

/** A phone's session while the component is mounted; renders anew whenever it changes. @param secret the invite's */
export function useCameraSession(secret: string): CameraSession {
  const [session] = useState(() => new CameraSession(secret));
  const [, renderAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.subscribe(renderAnew), [session]);
  const { state } = session.link;
  const films = state.status === 'joined' && !state.usesApp;
  useEffect(() => {
    void session.open();
  }, [session]);
  useEffect(() => {
    if (films) return session.film();
  }, [session, films]);
  return session;
}
