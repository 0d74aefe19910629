'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Failure } from '@/components/controls/failure';
import { EmptyState } from '@/components/controls/section';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useApiTokenMutations, useApiTokens } from '@/lib/browser/data/organization/use-api-tokens';
import { formatTime } from '@/lib/browser/page/format-time';
import type { ApiTokenJson } from '@/lib/contracts/organization/api-tokens';
import { lookUp } from '@/lib/core/look-up';
import { CreateApiTokenDialog } from './create-api-token-dialog';

/** The tokens with which the organization's tools call the API. */
export function ApiTokensScreen() {
  const { data: tokens, error, isPending } = useApiTokens();
  const { revoke } = useApiTokenMutations();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1.5">
          <h1 className="font-semibold text-xl">API tokens</h1>
          <p className="text-muted">
            Your tools call the API with these.{' '}
            <Link href="/docs/api" className="text-ink underline decoration-line-strong underline-offset-4">
              Read how
            </Link>
            . For the buttons of a Stream Deck, import{' '}
            <a
              href="/companion-module.tgz"
              download
              className="text-ink underline decoration-line-strong underline-offset-4"
            >
              this module
            </a>{' '}
            into Bitfocus Companion.
          </p>
        </div>
        {tokens && tokens.length > 0 ? (
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden />
            New token
          </Button>
        ) : null}
      </div>
      <Failure error={revoke.error} text="Failed to revoke the token" />
      <Failure error={tokens ? null : error} text="Failed to load the API tokens" />
      {isPending && !error ? <Skeleton className="h-20 rounded-lg" /> : null}
      {tokens?.length === 0 ? (
        <EmptyState title="No API tokens yet" text="Create one for each tool, so that you can revoke them one by one.">
          <Button variant="primary" size="form" onClick={() => setIsCreating(true)}>
            Create token
          </Button>
        </EmptyState>
      ) : null}
      {tokens && tokens.length > 0 ? (
        <ul aria-label="API tokens" className="divide-y rounded-lg border">
          {tokens.map((token) => (
            <ApiTokenRow
              key={token.id}
              token={token}
              isRevoking={revoke.isPending && revoke.variables === token.id}
              onRevoke={() => revoke.mutate(token.id)}
            />
          ))}
        </ul>
      ) : null}
      <CreateApiTokenDialog open={isCreating} onOpenChange={setIsCreating} />
    </div>
  );
}

const accessWords = { read: 'Read', write: 'Read and write' };

interface ApiTokenRowProps {
  token: ApiTokenJson;
  isRevoking: boolean;
  onRevoke: () => void;
}

/** One API token: how to recognize it, what it may do, when it ends, when it was last used; and Revoke. */
function ApiTokenRow({ token: { attributes }, isRevoking, onRevoke }: ApiTokenRowProps) {
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
