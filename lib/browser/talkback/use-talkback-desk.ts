import { useEffect, useReducer, useState } from 'react';
import { api } from '../api/api-client';
import { TalkbackDesk } from './talkback-desk';

/** The talkback of an event while the component is mounted; renders anew whenever it changes. */
export function useTalkbackDesk(eventId: string): TalkbackDesk {
  const [desk] = useState(
    () =>
      new TalkbackDesk(async () => {
        const { attributes } = (await api('POST /events/{id}/talkback', { params: { id: eventId } })).data;
        return { url: attributes.livekit_url, token: attributes.livekit_token };
      }),
  );
  const [, renderAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => desk.subscribe(renderAnew), [desk]);
  useEffect(() => desk.start(), [desk]);
  return desk;
}
