'use client';

import { Share2 } from 'lucide-react';
import { LazyPopup, type Popup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useTemporaryFlag } from '@/lib/browser/page/use-temporary-flag';
import { sharePage } from './share-page';

interface ShareButtonProps {
  eventId: string;
  eventName: string;
}

const className = 'max-sm:min-w-11 max-sm:px-2 sm:min-w-24';

/** Shares the multiview: the page's address, and for whoever may, links for people without an account. */
export function ShareButton({ eventId, eventName }: ShareButtonProps) {
  const mayCreate = useMay('share_links.create');
  const [copied, showCopied] = useTemporaryFlag();
  if (!mayCreate) {
    const share = async () => {
      if (await sharePage(eventName)) showCopied();
    };
    return (
      <Button onClick={share} className={className}>
        <Share2 aria-hidden />
        <span aria-live="polite" className={cn(!copied && 'max-sm:sr-only')}>
          {copied ? 'Link copied!' : 'Share'}
        </span>
      </Button>
    );
  }
  const load = async (): Promise<Popup> => {
    const { ShareDialog } = await import('./share-dialog');
    return ({ trigger }) => <ShareDialog eventId={eventId} trigger={trigger} />;
  };
  return (
    <LazyPopup
      kind="dialog"
      load={load}
      trigger={
        <Button className={className}>
          <Share2 aria-hidden />
          <span className="max-sm:sr-only">Share</span>
        </Button>
      }
    />
  );
}
