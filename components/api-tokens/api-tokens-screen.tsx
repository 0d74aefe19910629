'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { EmptyState } from '@/components/controls/empty-state';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useApiTokenMutations, useApiTokens } from '@/lib/browser/data/organization/use-api-tokens';
import { ApiTokenRow } from './api-token-row';
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
            .
          </p>
        </div>
        {tokens && tokens.length > 0 ? (
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden />
            New token
          </Button>
        ) : null}
      </div>
      {revoke.isError ? (
        <Alert variant="destructive">{messageOr(revoke.error, 'Failed to revoke the token')}</Alert>
      ) : null}
      {error && !tokens ? (
        <Alert variant="destructive">{messageOr(error, 'Failed to load the API tokens')}</Alert>
      ) : null}
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
