'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { Confirm } from '@/components/controls/confirm';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/queries/use-streams';
import type { StreamJson } from '@/lib/contracts/streams';

/** Replaces a stream's key, for example after it has leaked. */
export function NewKey({ stream }: { stream: StreamJson }) {
  const [asking, setAsking] = useState(false);
  const { rotateKey } = useStreamMutations();
  const rotate = () =>
    rotateKey.mutate(stream.id, {
      onError: (error) => toast.error('Error', { description: messageOr(error, 'Failed to change the stream key') }),
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-muted text-sm">Address leaked? Give this camera a new key.</p>
      <Button disabled={rotateKey.isPending} onClick={() => setAsking(true)}>
        New key
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={`Give stream "${stream.attributes.name}" a new key?`}
        consequence="The picture stops: the encoder and all viewers of its address are disconnected at once, and need the new address."
        action="New key"
        onConfirm={rotate}
      />
    </div>
  );
}
