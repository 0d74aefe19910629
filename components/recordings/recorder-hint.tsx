import { Alert } from '@/components/ui/alert';
import { diskSpace } from '@/lib/contracts/disk-space';
import type { CurrentRecording } from '@/lib/contracts/recordings';
import { faultWordsOf, uploadWordsOf } from './recording-words';

/** Warns of a problem with the running recording, and of little disk space. */
export function RecorderHint({ recording }: { recording: CurrentRecording }) {
  const { fault, free_percent: freePercent, upload } = recording;
  if (fault) return <Alert variant="destructive">{faultWordsOf(fault)}</Alert>;
  if (upload?.fault) return <Alert variant="destructive">{uploadWordsOf(upload)}</Alert>;
  if (freePercent === null || freePercent >= diskSpace.lowPercent) return null;
  return <Alert>{`The recordings’ disk has ${freePercent} % left.`}</Alert>;
}
