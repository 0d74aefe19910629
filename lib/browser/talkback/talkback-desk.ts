import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { participantOf } from '@/lib/contracts/participants';
import { api } from '../api/api-client';
import type { FetchCredentials } from '../room/event-room';
import { Store } from '../store';
import { useChangesOf } from '../use-observable';
import { speakingCameras } from './speaking-cameras';
import { TalkbackRoom } from './talkback-room';

/** The director's microphone. */
export type DeskMicrophone = 'asking' | 'open' | 'denied' | 'missing';

/** A phone that the director speaks to by its picture. */
export interface TalkbackCall {
  streamId: string;
  /** Whether the director holds it. */
  isHeld: boolean;
}

const streamIdOf = (identity: string): string | null => {
  const participant = participantOf(identity);
  return participant?.kind === 'crew' ? participant.streamId : null;
};

/** The talkback of a member's page: it hears the crew, and speaks to one phone, to chosen ones, or to all. */
export class TalkbackDesk {
  readonly #room: TalkbackRoom;
  readonly #changes = new Store(undefined);
  #microphone: DeskMicrophone = 'asking';
  /** Null: all phones. */
  #chosen: ReadonlySet<string> | null = null;
  #isHeld = false;

  constructor(fetchCredentials: FetchCredentials) {
    this.#room = new TalkbackRoom({ fetchCredentials, hears: (identity) => streamIdOf(identity) !== null });
    this.#permit();
  }

  get microphone(): DeskMicrophone {
    return this.#microphone;
  }

  get isConnected(): boolean {
    return this.#room.isConnected;
  }

  /** The chosen phones by their streams; null: all. */
  get chosen(): ReadonlySet<string> | null {
    return this.#chosen;
  }

  /** Whether the director holds the button or the key. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The streams of phones that are in the talkback. */
  get phones(): string[] {
    return this.#room.others.flatMap((identity) => streamIdOf(identity) ?? []);
  }

  /** The streams of phones whose people speak. */
  get speakers(): string[] {
    return this.#room.speakers.flatMap((identity) => streamIdOf(identity) ?? []);
  }

  /** Calls the listener when anything above changes. @returns a function that removes the listener */
  subscribe = this.#changes.subscribe;

  /** Opens the microphone and joins the talkback. @returns a function that leaves it */
  start(): () => void {
    const over = new AbortController();
    const stopListening = this.#room.subscribe(() => {
      speakingCameras.set(new Set(this.speakers));
      this.#changes.notify();
    });
    const stop = this.#room.start();
    void this.#openMicrophone(over.signal);
    return () => {
      over.abort();
      stopListening();
      stop();
      speakingCameras.set(new Set());
    };
  }

  /** Chooses whom the director speaks to. @param streamIds null: all phones */
  choose(streamIds: ReadonlySet<string> | null): void {
    this.#chosen = streamIds;
    this.#permit();
    this.#changes.notify();
  }

  /** Speaks while it is held. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld || (isHeld && this.#microphone !== 'open')) return;
    this.#isHeld = isHeld;
    this.#room.speak(isHeld);
    this.#changes.notify();
  }

  async #openMicrophone(over: AbortSignal): Promise<void> {
    try {
      // A director may sit beside the monitors that play the crew.
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      const stopTracks = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (over.aborted) return stopTracks();
      over.addEventListener('abort', stopTracks);
      this.#room.use(stream.getAudioTracks()[0] ?? null);
      this.#microphone = 'open';
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
      this.#microphone = isDenied ? 'denied' : 'missing';
    }
    this.#changes.notify();
  }

  #permit(): void {
    const chosen = this.#chosen;
    this.#room.letHear((identity) => {
      const streamId = streamIdOf(identity);
      return streamId !== null && (chosen === null || chosen.has(streamId));
    });
  }
}

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
  useChangesOf(desk);
  useEffect(() => desk.start(), [desk]);
  const send = useMutation({
    mutationFn: (source: ReturnSource) =>
      api('PUT /events/{id}/crew/return', { params: { id: eventId }, body: { return: { source } } }),
    onSuccess: (_, source) => setSource(source),
  });
  return { desk, source, sendBack: send.mutate, sendError: send.error };
}
