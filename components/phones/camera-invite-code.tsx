'use client';

import { Share2 } from 'lucide-react';
import { CopyLine } from '@/components/controls/copy-line';
import { QrImage } from '@/components/controls/qr-image';
import { Button } from '@/components/ui/button';
import { DialogDescription, DialogFooter, DialogTitle } from '@/components/ui/dialog';
import { formatTime } from '@/lib/browser/page/format-time';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import { PhoneReach } from './phone-reach';

interface CameraInviteCodeProps {
  invite: CameraInviteJson;
  onBack: () => void;
}

/** One invite as a code to scan, and as a link to send. */
export function CameraInviteCode({ invite: { attributes }, onBack }: CameraInviteCodeProps) {
  const { label, path } = attributes;
  const link = path === null ? null : location.origin + path;
  return (
    <>
      <div className="grid gap-1">
        <DialogTitle dir="auto" className="wrap-anywhere">
          {label}
        </DialogTitle>
        <DialogDescription>{cameraInviteState(attributes, Date.now())}</DialogDescription>
      </div>
      {link ? (
        <div className="grid gap-4">
          <PhoneReach />
          <QrImage text={link} label={`QR code of the invite ${label}`} className="size-64 justify-self-center" />
          <CopyLine label={`invite ${label}`} hideLabel value={link} />
        </div>
      ) : null}
      <DialogFooter>
        {link && 'share' in navigator ? (
          <Button size="form" onClick={() => void shareLink(label, link)}>
            <Share2 aria-hidden />
            Share
          </Button>
        ) : null}
        <Button variant="primary" size="form" onClick={onBack}>
          All invites
        </Button>
      </DialogFooter>
    </>
  );
}

async function shareLink(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // The user has closed the sheet.
  }
}

type Attributes = Pick<CameraInviteJson['attributes'], 'revoked_at' | 'expires_at' | 'uses' | 'max_uses'>;

/** Whether an invite lets a further phone in. */
export const isInviteOpen = (invite: Attributes, nowMs: number): boolean =>
  invite.revoked_at === null && invite.uses < invite.max_uses && Date.parse(invite.expires_at) > nowMs;

/** How many phones have joined by an invite, and whether more may. */
export function cameraInviteState(invite: Attributes, nowMs: number): string {
  const { uses, max_uses: maxUses, expires_at: expiresAt } = invite;
  if (invite.revoked_at !== null) return 'Revoked';
  const joined = `${uses} of ${countWords(maxUses, 'phone')} joined`;
  if (uses >= maxUses) return joined;
  const isOver = Date.parse(expiresAt) <= nowMs;
  return `${joined} · ${isOver ? 'expired' : 'open until'} ${formatTime(new Date(expiresAt))}`;
}
