'use client';

import type { ComponentProps } from 'react';
import { Badge } from '@/components/ui/badge';
import { Tooltip } from '@/components/ui/tooltip';
import type { RoomConnection } from '@/lib/browser/room/event-room';
import { useRoomConnection } from '@/lib/browser/room/use-event-room';
import { connectionWords } from './preview-words';

/** The state of the page's room connection. @param props.isAnnounced whether screen readers announce changes here */
export function ConnectionBadge({ isAnnounced = true }: { isAnnounced?: boolean }) {
  const { connection, unavailable } = useRoomConnection();
  const badge = (
    <ConnectionWord
      connection={connection}
      role={isAnnounced ? 'status' : undefined}
      tabIndex={unavailable ? 0 : undefined}
    />
  );
  return unavailable ? <Tooltip text="Live preview unavailable">{badge}</Tooltip> : badge;
}

/** A connection's state as a badge, as wide as each word of a page that opens, so that nothing beside it moves. */
export const ConnectionWord = ({
  connection,
  ...props
}: Omit<ComponentProps<typeof Badge>, 'tone'> & { connection: RoomConnection }) => (
  <Badge {...props} tone={connectionWords[connection].tone} className="min-w-26 justify-center">
    {connectionWords[connection].word}
  </Badge>
);
