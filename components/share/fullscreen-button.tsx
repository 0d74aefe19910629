import { Maximize } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';

/** Shows the page of a share link fullscreen, and back; nothing where the browser cannot, as on an iPhone. */
export function FullscreenButton({ className }: { className?: string }) {
  if (!document.fullscreenEnabled) return null;
  return (
    <Button
      size="icon"
      aria-label="Fullscreen"
      onClick={() => void toggleFullscreen(document.documentElement)}
      className={className}
    >
      <Maximize aria-hidden />
    </Button>
  );
}
