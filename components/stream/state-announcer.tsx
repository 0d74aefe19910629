'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { stateWord } from './stream-words';

/** The page's only live region: says each change of a camera's state, the name first, and what else the page has to say. */
export function StateAnnouncer({ streams, children }: { streams: StreamJson[] | undefined; children?: ReactNode }) {
  const known = useRef(new Map<string, string>());
  const [text, setText] = useState('');
  useEffect(() => {
    const now = new Map(streams?.map(({ id, attributes }) => [id, stateWord(attributes).word]));
    const changes = (streams ?? []).flatMap(({ id, attributes: { name } }) => {
      const [before, word] = [known.current.get(id), now.get(id)];
      return before === undefined || before === word ? [] : [`${name}: ${word}`];
    });
    known.current = now;
    if (changes.length > 0) setText(`${changes.join('. ')}.`);
  }, [streams]);
  return (
    <div role="status" data-testid="state-changes" className="sr-only">
      <p>{text}</p>
      {children}
    </div>
  );
}
