'use client';

import { Badge } from '@/components/ui/badge';
import { Tooltip } from '@/components/ui/tooltip';
import { useRoomConnection } from '@/lib/browser/room/use-event-room';
import { connectionWords } from './preview-words';

/** The state of a room connection. @param props.isSilent one of several on a page, whose changes are not announced */
export function ConnectionBadge({ isSilent = false }: { isSilent?: boolean }) {
  const { connection, unavailable } = useRoomConnection();
  const { word, tone } = connectionWords[connection];
  const badge = (
    <Badge
      tone={tone === 'success' ? 'neutral' : tone}
      role={isSilent ? undefined : 'status'}
      tabIndex={unavailable ? 0 : undefined}
    >
      {word}
    </Badge>
  );
  return unavailable ? <Tooltip text="Live preview unavailable">{badge}</Tooltip> : badge;
}
