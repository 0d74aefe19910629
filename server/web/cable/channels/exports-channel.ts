import type { ExportJson } from '@/lib/contracts/exports';
import { type Channel, maxSnapshotRows } from './channel';

/** The files that are made of the organization's recordings, with their progress. */
export const exportsChannel: Channel<ExportJson> = {
  name: 'ExportsChannel',
  action: 'exports.read',
  kind: 'export',
  isOfStream: false,
  snapshot: ({ rows }) => [
    { type: 'exports_snapshot', exports: rows.slice(0, maxSnapshotRows), is_complete: rows.length <= maxSnapshotRows },
  ],
  changed: (made) => [{ type: 'export_upsert', export: made }],
  removed: (exportId) => [{ type: 'export_remove', export_id: exportId }],
};
