import { db } from '@/lib/platform/db/db';
import { openExportFiles } from '@/lib/platform/storage/export-store';
import type { OpenMedia } from '@/lib/platform/storage/recording-store';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { requireHolder, requireLiveHolder, whileAllowed } from '../recording-access';
import { exportNotFound } from './exports';
import { archiveOf, filesOf } from './serialize-export';

/** One file of an export. @throws AppError `forbidden` for a token that is not for it; `not_found` */
export const openExportFile = definePublic(
  'the token in the address says for what',
  async (id: string, index: number, token: string): Promise<OpenMedia & { fileName: string }> => {
    const holderId = requireHolder(token, id, 'export');
    const file = filesOf(await requireHeldExport(id, holderId))[index];
    if (!file) throw exportNotFound();
    const { name, sizeBytes } = file;
    const opened = { ...openExportFiles(id, [{ file: name, from: 0, to: sizeBytes }]), fileName: name };
    return whileAllowed(opened, () => requireHeldExport(id, holderId));
  },
);

/** All files of an export in one ZIP. @throws AppError as {@link openExportFile} */
export const openExportArchive = definePublic(
  'the token in the address says for what',
  async (id: string, token: string): Promise<OpenMedia & { fileName: string }> => {
    const holderId = requireHolder(token, id, 'export');
    const archive = archiveOf(await requireHeldExport(id, holderId));
    if (!archive) throw exportNotFound();
    const opened = { ...openExportFiles(id, archive.slices), fileName: archive.name };
    return whileAllowed(opened, () => requireHeldExport(id, holderId));
  },
);

/** The export of a holder who may still have it. @throws AppError as {@link openExportFile} */
async function requireHeldExport(id: string, holderId: string) {
  const made = await db().recordingExport.findFirst({ where: { id, status: 'done' }, include: { event: true } });
  if (!made) throw exportNotFound();
  await requireLiveHolder(holderId, 'export', made.organizationId);
  return made;
}
