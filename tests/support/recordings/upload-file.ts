import { importChunkBytes } from '@/lib/contracts/limits';
import { addImportBytes, createImport } from '@/lib/use-cases/recordings/imports';
import type { SignedInUser } from '../api/factories';

/** Uploads bytes as a browser does. @returns the upload's id */
export async function uploadFile(
  actor: SignedInUser['actor'],
  eventId: string,
  bytes: Buffer,
  name: string,
): Promise<string> {
  const { id } = await createImport(actor, eventId, { name, size_bytes: bytes.length });
  for (let from = 0; from < bytes.length; from += importChunkBytes) {
    await addImportBytes(actor, id, from, bytes.subarray(from, from + importChunkBytes));
  }
  return id;
}
