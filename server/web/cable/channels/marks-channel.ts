import type { MarkJson } from '@/lib/contracts/marks';
import type { Channel } from './channel';

/** Marks of the organization's events, as they are set, changed and deleted. The API has those of before. */
export const marksChannel: Channel<MarkJson> = {
  name: 'MarksChannel',
  action: 'marks.read',
  kind: 'mark',
  isOfStream: false,
  snapshot: () => [],
  changed: (mark) => [{ type: 'mark_upsert', mark }],
  removed: (markId) => [{ type: 'mark_remove', mark_id: markId }],
};
