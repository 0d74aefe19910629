import { isRecordingToken } from '@/lib/auth/recording-token';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { openExportFiles } from '@/lib/platform/storage/export-store';
import type { OpenMedia } from '@/lib/platform/storage/recording-store';
import { archiveOf } from './export-archive';
import { exportNotFound } from './get-export';
import { filesOf } from './serialize-export';

/** One file of an export. @throws AppError `forbidden` for a token that is not for it; `not_found` */
export async function openExportFile(
  id: string,
  index: number,
  token: string,
): Promise<OpenMedia & { fileName: string }> {
  const file = filesOf(await requireExport(id, token))[index];
  if (!file) throw exportNotFound();
  const { name, sizeBytes } = file;
  return { ...openExportFiles(id, [{ file: name, from: 0, to: sizeBytes }]), fileName: name };
}

/** All files of an export in one ZIP. @throws AppError as {@link openExportFile} */
export async function openExportArchive(id: string, token: string): Promise<OpenMedia & { fileName: string }> {
  const archive = archiveOf(await requireExport(id, token));
  if (!archive) throw exportNotFound();
  return { ...openExportFiles(id, archive.slices), fileName: archive.name };
}

async function requireExport(id: string, token: string) {
  if (!isRecordingToken(token, id, 'export')) {
    throw new AppError('forbidden', 'This address has expired: open the recordings again.');
  }
  const made = await db().recordingExport.findFirst({ where: { id, status: 'done' }, include: { event: true } });
  if (!made) throw exportNotFound();
  return made;
}
