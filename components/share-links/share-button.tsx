'use client';

import { ChevronDown, Share2 } from 'lucide-react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { useMay } from '@/lib/browser/api/use-may';
import { copyText } from '@/lib/browser/page/copy-text';
import { clientLink, sentTeamLink, teamLink } from './share-link-words';

const loadShareDialog = () => import('@/components/share-links/share-dialog').then(({ ShareDialog }) => ShareDialog);

interface ShareButtonProps {
  eventId: string;
  eventName: string;
  /** The page's address was copied a moment ago; the page's live region says it. */
  isCopied: boolean;
  onCopied: () => void;
}

/**
 * Shares the page's address by the device's share sheet, or copies it. The second part of the button opens share links,
 * for users who may create them. Both say whom they are for: members, or people without an account.
 */
export function ShareButton({ eventId, eventName, isCopied, onCopied }: ShareButtonProps) {
  const mayCreate = useMay('share_links.create');
  const share = async () => {
    if (await sharePage(eventName)) onCopied();
  };
  return (
    <div className="flex">
      <Tooltip text={hasShareSheet() ? sentTeamLink : teamLink} isDark>
        <Button
          onClick={share}
          className={cn(
            'max-[1720px]:px-2 max-sm:min-w-11 min-[1720px]:min-w-24',
            mayCreate && 'rounded-r-none border-r-0',
          )}
        >
          <Share2 aria-hidden />
          <span className={cn(!isCopied && 'max-[1720px]:sr-only')}>{isCopied ? 'Link copied!' : 'Share'}</span>
        </Button>
      </Tooltip>
      {mayCreate ? (
        <Tooltip text={clientLink} isDark>
          <span className="flex">
            <LazyPopup
              kind="dialog"
              props={{ eventId }}
              load={loadShareDialog}
              trigger={
                <Button size="icon" aria-label="Links for clients" className="rounded-l-none">
                  <ChevronDown aria-hidden />
                </Button>
              }
            />
          </span>
        </Tooltip>
      ) : null}
    </div>
  );
}

const hasShareSheet = (): boolean => Boolean(navigator.share);

/** Opens the device's share sheet for the page's address, or copies the address. @returns whether it was copied */
async function sharePage(title: string): Promise<boolean> {
  if (!hasShareSheet()) return copyText(location.href);
  try {
    await navigator.share({ title, url: location.href });
  } catch {
    // The user has closed the sheet, which the spec ignores silently.
  }
  return false;
}
