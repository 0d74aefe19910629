'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { useOnAir } from '@/lib/browser/tally/use-tally';
import type { MemberStreamJson } from '@/lib/contracts/streams';

const texts = {
  ingest: {
    why: 'Address leaked? Give this camera a new key.',
    button: 'New key',
    question: (name: string) => `Give camera "${name}" a new key?`,
    consequence: 'The picture stops: the encoder is disconnected at once, and needs the new ingest address.',
    failure: 'Failed to change the key',
  },
  view: {
    why: 'View address leaked? Create a new key. The camera stays live.',
    button: 'New view key',
    question: (name: string) => `Give camera "${name}" a new view key?`,
    consequence: 'All players of the view address are disconnected at once, and need the new one.',
    failure: 'Failed to change the view key',
  },
} as const;

interface NewKeyProps {
  stream: MemberStreamJson;
  /** The stream key, which publishes, or the view key. */
  use: keyof typeof texts;
}

/** Replaces one of a stream's keys, for example after it has leaked. */
export function NewKey({ stream, use }: NewKeyProps) {
  const [asking, setAsking] = useState(false);
  const { rotateKey, rotateViewKey } = useStreamMutations();
  const isOnAir = useOnAir([stream]).length > 0;
  const mutation = use === 'ingest' ? rotateKey : rotateViewKey;
  const { why, button, question, consequence, failure } = texts[use];
  const rotate = () =>
    mutation.mutate(stream.id, {
      onError: toastFailure('Error', failure),
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-muted text-sm">{why}</p>
      <Button disabled={mutation.isPending} onClick={() => setAsking(true)}>
        {button}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={question(stream.attributes.name)}
        consequence={isOnAir ? `It is on air now. ${consequence}` : consequence}
        action={button}
        onConfirm={rotate}
      />
    </div>
  );
}
