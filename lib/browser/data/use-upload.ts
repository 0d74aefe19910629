import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { importChunkBytes } from '@/lib/contracts/limits';
import { backoffMs } from '@/lib/core/backoff';
import { secondMs } from '@/lib/core/durations';
import { pause } from '@/lib/core/pause';
import { api } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { queryKeys } from './query-keys';

/** A network that is away for longer than these ten tries together, about two minutes, ends an upload. */
const maxTries = 10;
const retry = { firstMs: secondMs, capMs: 30 * secondMs };

/** How far an upload is: its bytes first, and then its conversion. */
export interface UploadProgress {
  phase: 'sending' | 'converting';
  /** From 0 to 1. */
  share: number;
}

/**
 * Uploads a video file, which becomes a recording of an event. Leaving the page cancels it while it is being sent.
 * @param onDone takes the recording's id, and that of its event
 */
export function useUpload(eventId: string, onDone: (recordingId: string, eventId: string) => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const cancelRef = useRef<AbortController | null>(null);
  useEffect(() => () => cancelRef.current?.abort('left'), []);
  const { mutate, error, isPending } = useMutation({
    // The event that is chosen may be another one before the file is there.
    mutationFn: async ({ file, eventId }: { file: File; eventId: string }) => {
      const cancel = new AbortController();
      cancelRef.current = cancel;
      setProgress({ phase: 'sending', share: 0 });
      return sendFile(eventId, file, cancel.signal, setProgress);
    },
    onSuccess: async (recordingId, { eventId }) => {
      if (recordingId === null) return;
      await client.invalidateQueries({ queryKey: queryKeys.recordings(eventId) });
      onDone(recordingId, eventId);
    },
    onSettled: () => setProgress(null),
  });
  const upload = (file: File) => mutate({ file, eventId });
  return { upload, error, isPending, progress, cancel: () => cancelRef.current?.abort('cancelled') };
}

/** @returns the recording's id; null where `signal` has ended it. @throws ApiError, with the server's sentence */
async function sendFile(
  eventId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<string | null> {
  const created = await api('POST /events/{id}/imports', {
    params: { id: eventId },
    body: { import: { name: file.name, size_bytes: file.size } },
  });
  const { id } = created.data;
  let phase: UploadProgress['phase'] = 'sending';
  try {
    for (let offset = 0; offset < file.size; ) {
      offset = await sendChunk(id, file, offset, signal);
      onProgress({ phase, share: offset / file.size });
    }
    phase = 'converting';
    return await untilConverted(id, signal, (share) => onProgress({ phase, share }));
  } catch (error) {
    const isKept = phase === 'converting' && signal.reason !== 'cancelled' && !isRefusal(error);
    if (!isKept) await api('DELETE /imports/{id}', { params: { id } }).catch(() => undefined);
    if (signal.aborted) return null;
    throw error;
  }
}

/** Sends bytes until the server has them, also across a network that is away. @returns how many bytes it has */
async function sendChunk(id: string, file: File, offset: number, signal: AbortSignal): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      const bytes = file.slice(offset, offset + importChunkBytes);
      const { data } = await api('PUT /imports/{id}/content', { params: { id }, query: { offset }, bytes, signal });
      return data.attributes.received_bytes;
    } catch (error) {
      if (signal.aborted || tries >= maxTries) throw error;
      const received = isConflict(error) ? await receivedBytes(id, signal) : offset;
      // The answer was lost, and not the bytes.
      if (received > offset) return received;
      if (isRefusal(error)) throw error;
      await pause(backoffMs(tries, retry), signal);
    }
  }
}

const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);
const isConflict = (error: unknown): boolean => statusOf(error) === 409;
/** Nothing changes by trying again. */
const isRefusal = (error: unknown): boolean =>
  statusOf(error) >= 400 && statusOf(error) < 500 && statusOf(error) !== 429;

async function receivedBytes(id: string, signal: AbortSignal): Promise<number> {
  const { data } = await api('GET /imports/{id}', { params: { id }, signal });
  return data.attributes.received_bytes;
}

async function untilConverted(id: string, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> {
  for (let failures = 0; ; ) {
    try {
      const { data } = await api('GET /imports/{id}', { params: { id }, signal });
      const { status, progress, message, recording_id: recordingId } = data.attributes;
      if (recordingId !== null) return recordingId;
      if (status === 'failed') throw new ApiError(409, message ?? 'The upload has failed.', 'conflict');
      failures = 0;
      onProgress(progress);
    } catch (error) {
      if (signal.aborted || isRefusal(error) || ++failures > maxTries) throw error;
    }
    await pause(secondMs, signal);
    signal.throwIfAborted();
  }
}
