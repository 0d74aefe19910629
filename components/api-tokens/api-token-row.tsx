'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { formatTime } from '@/lib/browser/page/format-time';
import type { ApiTokenJson } from '@/lib/contracts/organization/api-tokens';
import { lookUp } from '@/lib/core/look-up';

const accessWords = { read: 'Read', write: 'Read and write' };

interface ApiTokenRowProps {
  token: ApiTokenJson;
  isRevoking: boolean;
  onRevoke: () => void;
}

/** One API token: how to recognize it, what it may do, when it ends, when it was last used; and Revoke. */
export function ApiTokenRow({ token: { attributes }, isRevoking, onRevoke }: ApiTokenRowProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { name, access, token_end: end } = attributes;
  return (
    <li className="flex min-h-16 items-center gap-4 px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="wrap-anywhere font-medium">
            {name}
          </span>
          <Badge>{lookUp(accessWords, access) ?? access}</Badge>
          <span className="font-mono text-muted text-sm">sl_…{end}</span>
        </div>
        <p className="wrap-anywhere text-muted text-sm">
          {attributes.maker ? <span>{`Made by ${attributes.maker.name} · `}</span> : null}
          <Expiry at={attributes.expires_at} />
          {' · '}
          <LastUse at={attributes.last_used_at} address={attributes.last_used_address} />
        </p>
      </div>
      <Button className="ml-auto" aria-label={`Revoke ${name}`} disabled={isRevoking} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setIsAsking}
        question={`Revoke the token "${name}"?`}
        consequence="Tools that use it are refused from now on. This cannot be undone."
        action="Revoke"
        onConfirm={onRevoke}
      />
    </li>
  );
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function Expiry({ at }: { at: string | null }) {
  if (at === null) return 'Never expires';
  const date = new Date(at);
  const isOver = date.getTime() <= Date.now();
  return (
    <span className={isOver ? 'text-failed' : undefined}>
      {isOver ? 'Expired on ' : 'Expires on '}
      <time dateTime={at}>{dateFormat.format(date)}</time>
    </span>
  );
}

function LastUse({ at, address }: { at: string | null; address: string | null }) {
  if (at === null) return 'never used';
  return (
    <>
      last used <time dateTime={at}>{formatTime(new Date(at))}</time>
      {address === null ? null : (
        <>
          {' from '}
          <span className="font-mono">{address}</span>
        </>
      )}
    </>
  );
}
