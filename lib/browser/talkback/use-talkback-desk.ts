import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { api } from '../api/api-client';
import { TalkbackDesk } from './talkback-desk';

/** The part of the show that an event's phones hear and see: `program`, the id of a stream, or nothing. */
export type ReturnSource = string | null;

/** The talkback of an event while the component is mounted; renders anew whenever it changes. */
export function useTalkbackDesk(eventId: string) {
  const [source, setSource] = useState<ReturnSource>(null);
  const [desk] = useState(
    () =>
      new TalkbackDesk(async () => {
        const { attributes } = (await api('POST /events/{id}/talkback', { params: { id: eventId } })).data;
        setSource(attributes.return_source);
        return { url: attributes.livekit_url, token: attributes.livekit_token };
      }),
  );
  const [, renderAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => desk.subscribe(renderAnew), [desk]);
  useEffect(() => desk.start(), [desk]);
  const send = useMutation({
    mutationFn: (source: ReturnSource) =>
      api('PUT /events/{id}/crew/return', { params: { id: eventId }, body: { return: { source } } }),
    onSuccess: (_, source) => setSource(source),
  });
  return { desk, source, sendBack: send.mutate, sendError: send.error };
}
