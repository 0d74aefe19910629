'use client';

import { useEffect, useRef, useState } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { stateWord } from './stream-words';

/** The page's only live region for cameras: says each change of a state, the camera's name first. */
export function StateAnnouncer({ streams }: { streams: StreamJson[] | undefined }) {
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
    <p role="status" data-testid="state-changes" className="sr-only">
      {text}
    </p>
  );
}
