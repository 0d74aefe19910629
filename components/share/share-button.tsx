'use client';

import { ChevronDown, Share2 } from 'lucide-react';
import { LazyPopup, type Popup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { sharePage } from './share-page';

interface ShareButtonProps {
  eventId: string;
  eventName: string;
  /** The page's address was copied a moment ago; the page's live region says it. */
  isCopied: boolean;
  onCopied: () => void;
}

/**
 * Shares the page's address: by the device's share sheet, or as a copy. Whoever may create links for people without an
 * account opens those by the second part of the button.
 */
export function ShareButton({ eventId, eventName, isCopied, onCopied }: ShareButtonProps) {
  const mayCreate = useMay('share_links.create');
  const share = async () => {
    if (await sharePage(eventName)) onCopied();
  };
  const load = async (): Promise<Popup> => {
    const { ShareDialog } = await import('./share-dialog');
    return ({ trigger }) => <ShareDialog eventId={eventId} trigger={trigger} />;
  };
  return (
    <div className="flex">
      <Button
        onClick={share}
        className={cn('max-sm:min-w-11 max-sm:px-2 sm:min-w-24', mayCreate && 'rounded-r-none border-r-0')}
      >
        <Share2 aria-hidden />
        <span className={cn(!isCopied && 'max-sm:sr-only')}>{isCopied ? 'Link copied!' : 'Share'}</span>
      </Button>
      {mayCreate ? (
        <LazyPopup
          kind="dialog"
          load={load}
          trigger={
            <Button size="icon" aria-label="Links for people without an account" className="rounded-l-none">
              <ChevronDown aria-hidden />
            </Button>
          }
        />
      ) : null}
    </div>
  );
}
