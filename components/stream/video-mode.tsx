import { cn } from '@/components/ui/cn';
import type { StreamMediaJson } from '@/lib/contracts/streams';
import { modeWords } from './media-words';

/** Whether the camera's video is passed through, and if not, why; nothing while it is not known. */
export function VideoMode({ media, className }: { media: StreamMediaJson | null; className?: string }) {
  const words = modeWords(media);
  if (!words) return null;
  return (
    <p data-testid="video-mode" className={cn('text-muted text-sm', className)}>
      <strong className="font-medium text-ink">{words.mode}.</strong> {words.meaning}
    </p>
  );
}
