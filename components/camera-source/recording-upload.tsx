'use client';

import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Failure } from '@/components/controls/failure';
import { Button } from '@/components/ui/button';
import { useUpload } from '@/lib/browser/data/use-upload';

interface RecordingUploadProps {
  /** The event that the recording becomes one of. */
  eventId: string;
  onDone: (recordingId: string, eventId: string) => void;
}

/** Uploads a video file as a recording, shows how far it is, and says why it failed. */
export function RecordingUpload({ eventId, onDone }: RecordingUploadProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const { upload, error, isPending, progress, cancel } = useUpload(eventId, onDone);
  const percent = Math.floor((progress?.share ?? 0) * 100);
  const words = progress?.phase === 'converting' ? 'Converting' : 'Uploading';
  return (
    <div className="grid gap-2">
      <input
        ref={inputRef}
        type="file"
        accept="video/*,.mkv,.ts,.mts,.m2ts,.mxf"
        aria-label="Video file"
        tabIndex={-1}
        className="hidden"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) upload(file);
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        {isPending ? (
          <>
            <progress className="h-1.5 min-w-32 flex-1" aria-label={words} max={100} value={percent} />
            <span className="text-muted text-sm tabular-nums">
              {words} {percent} %
            </span>
            <Button variant="ghost" onClick={cancel}>
              Cancel upload
            </Button>
          </>
        ) : (
          <Button onClick={() => inputRef.current?.click()}>
            <Upload aria-hidden />
            Upload a file
          </Button>
        )}
      </div>
      <p className="text-faint text-sm">
        {progress?.phase === 'sending'
          ? 'Keep this open until the file is uploaded.'
          : 'MP4, MOV, MKV, WebM or MPEG-TS. It becomes a recording of the chosen event.'}
      </p>
      <Failure error={error} text="Failed to upload the file" />
    </div>
  );
}
