'use client';

import { BookmarkPlus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { clipAddress } from '@/components/recordings/in-out';
import { markMs } from '@/components/recordings/mark-words';
import { useSetMark } from '@/components/recordings/use-set-mark';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { formatClock } from '@/lib/browser/page/format-time';
import type { MarkJson } from '@/lib/contracts/marks';
import { useMultiviewKeys } from '../keys/use-multiview-keys';

/** Few marks get a word. */
const MarkDialog = dynamic(() => import('./mark-dialog').then(({ MarkDialog }) => MarkDialog), { ssr: false });

/** Marks this moment by a press or its key; then a word can be given to the mark, or its clip be opened. */
export function BarMark({ eventId }: { eventId: string }) {
  const router = useRouter();
  const [named, setNamed] = useState<MarkJson | null>(null);
  const setMark = useSetMark(eventId, (mark) => {
    const atMs = markMs(mark);
    toast(`Marked ${formatClock(atMs)}`, {
      action: { label: 'Add a word', onClick: () => setNamed(mark) },
      cancel: { label: 'Clip', onClick: () => router.push(clipAddress(eventId, atMs)) },
    });
  });
  useMultiviewKeys((key) => {
    if (key.does === 'mark') setMark?.();
  });
  if (!setMark) return null;
  return (
    <>
      <Tooltip text="Mark this moment" keys="X" isDark>
        <Button size="icon" aria-label="Mark this moment" aria-keyshortcuts="X" onClick={() => setMark()}>
          <BookmarkPlus aria-hidden />
        </Button>
      </Tooltip>
      {named ? <MarkDialog eventId={eventId} mark={named} onClose={() => setNamed(null)} /> : null}
    </>
  );
}
