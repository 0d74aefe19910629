import type { StreamJson } from '@/lib/streams/schema';
import type { RoomConnection } from './event-room';

const placeholders: Partial<Record<StreamJson['attributes']['status'], string>> = {
  active: 'Connecting to stream…',
  error: 'Stream error',
  idle: 'Stream offline',
  stopping: 'Stopping stream…',
  provisioning: 'Provisioning stream…',
};

/** What stands in the well while there is no picture. A stream that is on without a camera is not connecting to anything. */
export function previewPlaceholder(stream: Pick<StreamJson['attributes'], 'status' | 'signal'> | undefined): string {
  if (stream?.status === 'active' && (stream.signal === 'none' || stream.signal === 'lost'))
    return 'Waiting for the camera';
  return (stream && placeholders[stream.status]) ?? 'Waiting for preview';
}

/** The connection badge of a live preview. */
export const connectionWords: Record<RoomConnection, { word: string; tone: 'error' | 'warning' | 'success' }> = {
  disconnected: { word: 'Preview offline', tone: 'error' },
  connecting: { word: 'Connecting…', tone: 'warning' },
  connected: { word: 'Connected', tone: 'success' },
  reconnecting: { word: 'Reconnecting…', tone: 'warning' },
  signalReconnecting: { word: 'Signal reconnect…', tone: 'warning' },
};
