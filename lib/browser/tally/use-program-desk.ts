import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { isProgram } from '@/lib/contracts/is-program';
import type { StreamJson } from '@/lib/contracts/streams';
import type { ProgramJson } from '@/lib/contracts/tally/program';
import { type CutState, cutStates, cutTo, type TallyState } from '@/lib/core/tally';
import { api } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { queryKeys } from '../data/query-keys';
import { useObservable } from '../use-observable';
import { useProgram } from './use-program';
import { TallyContext } from './use-tally';

/** Interval between readings of the switchers, whose coming and going changes no tally while Sightline cuts. */
const refreshMs = 5_000;

/** A change of what is on air or next, by the ids of cameras. */
interface Cut {
  onAir?: string;
  next?: string;
}

/** The state and the commands of a screen that cuts an event. */
export interface ProgramDeskView extends CutState {
  /** Undefined until it is loaded. */
  program: ProgramJson['attributes'] | undefined;
  /** A switcher has the program, and the user is asked whether to take it. */
  isAsked: boolean;
  /** Makes a camera next. Always the same function. */
  choose: (id: string) => void;
  /** Puts on air what is next. */
  cut: () => void;
  /** Asks before the program is taken from a switcher, for no cut yet. */
  ask: () => void;
  /** Answers {@link isAsked}. */
  answer: (takes: boolean) => void;
  /** Gives the program back to the switchers. */
  release: () => void;
}

/**
 * Cuts an event's program from this page. A cut is shown at once, and taken back when the server refuses it.
 * @param isOn false: the page does not cut, and asks the server nothing
 * @param onFailure gets what the server refused
 * @returns null while the page does not cut
 */
export function useProgramDesk(
  eventId: string,
  isOn: boolean,
  streams: readonly StreamJson[] | undefined,
  onFailure: (error: unknown) => void,
): ProgramDeskView | null {
  const client = useQueryClient();
  const store = useContext(TallyContext);
  const program = useProgram(eventId, refreshMs, isOn).data?.attributes;
  const [asked, setAsked] = useState<Cut | null>(null);
  const cameraIds = (streams ?? []).flatMap((stream) => (isProgram(stream) ? [] : stream.id));

  const { mutateAsync } = useMutation({
    // One after the other: the server takes them in the order of the presses.
    scope: { id: `program-${eventId}` },
    mutationFn: ({ onAir, next, takesOver }: Cut & { takesOver: boolean }) =>
      api('PUT /events/{id}/program', {
        params: { id: eventId },
        body: { program: { on_air: onAir, next, takes_over: takesOver } },
      }),
    onSuccess: ({ data }) => client.setQueryData(queryKeys.program(eventId), data),
  });
  const release = useMutation({
    mutationFn: () => api('DELETE /events/{id}/program', { params: { id: eventId } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.program(eventId) }),
    onError: onFailure,
  });

  const inState = (wanted: TallyState) => cameraIds.find((id) => store.stateOf(id) === wanted) ?? null;
  const read = (): CutState => ({
    // Two are on air while one has the other's place.
    programId: (program?.stand_in ? program.on_air : inState('program')) ?? program?.on_air ?? null,
    previewId: inState('preview'),
  });
  const send = (change: Cut, takesOver: boolean) => {
    if (program?.held_by === 'switcher' && !takesOver) {
      setAsked(change);
      return;
    }
    const settle = store.predict(eventId, cutStates(cameraIds, cutTo(read(), change.onAir, change.next)));
    mutateAsync({ ...change, takesOver }).then(
      () => settle(true),
      (error: unknown) => {
        settle(false);
        void client.invalidateQueries({ queryKey: queryKeys.program(eventId) });
        // A switcher has come meanwhile.
        if (error instanceof ApiError && error.code === 'conflict') setAsked(change);
        else onFailure(error);
      },
    );
  };
  const latestSend = useRef(send);
  useEffect(() => {
    latestSend.current = send;
  });
  const choose = useCallback((id: string) => latestSend.current({ next: id }, false), []);
  const shown = useObservable(isOn ? store : null, () => Object.values(read()).join(), '').split(',');
  if (!isOn) return null;
  const [programId, previewId] = shown.map((id) => id || null);
  return {
    programId: programId ?? null,
    previewId: previewId ?? null,
    program,
    isAsked: asked !== null,
    choose,
    cut: () => {
      const { previewId: next } = read();
      if (next) send({ onAir: next }, false);
    },
    ask: () => setAsked({}),
    answer: (takes) => {
      setAsked(null);
      if (takes && asked) send(asked, true);
    },
    release: () => release.mutate(),
  };
}
