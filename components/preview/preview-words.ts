import type { RoomConnection } from '@/lib/browser/room/event-room';
import type { StreamJson } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';

type Status = StreamJson['attributes']['status'];

const placeholders = {
  active: 'Connecting to stream…',
  error: 'Stream error',
  idle: 'Stream offline',
  stopping: 'Stopping stream…',
  provisioning: 'Provisioning stream…',
};

/** The well's text while there is no video. @param status undefined where there is no stream */
export const previewPlaceholder = (status: Status | undefined): string =>
  (status && lookUp(placeholders, status)) ?? 'Waiting for preview';

/** The texts of the connection badge. */
export const connectionWords: Record<RoomConnection, { word: string; tone: 'error' | 'warning' | 'success' }> = {
  disconnected: { word: 'Preview offline', tone: 'error' },
  connecting: { word: 'Connecting…', tone: 'warning' },
  connected: { word: 'Connected', tone: 'success' },
  reconnecting: { word: 'Reconnecting…', tone: 'warning' },
  signalReconnecting: { word: 'Signal reconnect…', tone: 'warning' },
};
