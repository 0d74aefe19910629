'use client';

import { Badge } from '@/components/ui/badge';
import { Tooltip } from '@/components/ui/tooltip';
import { useRoomConnection } from '@/lib/browser/room/use-event-room';
import { connectionWords } from './preview-words';

/** The state of the page's room connection. @param props.isAnnounced whether screen readers announce changes here */
export function ConnectionBadge({ isAnnounced = true }: { isAnnounced?: boolean }) {
  const { connection, unavailable } = useRoomConnection();
  const { word, tone } = connectionWords[connection];
  const badge = (
    // As wide as each word of a page that opens, so that nothing beside it moves.
    <Badge
      tone={tone}
      role={isAnnounced ? 'status' : undefined}
      tabIndex={unavailable ? 0 : undefined}
      className="min-w-26 justify-center"
    >
      {word}
    </Badge>
  );
  return unavailable ? <Tooltip text="Live preview unavailable">{badge}</Tooltip> : badge;
}
