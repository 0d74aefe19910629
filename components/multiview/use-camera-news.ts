import { useEffect, useRef, useState } from 'react';
import { stateWord } from '@/components/stream/stream-words';
import type { StreamJson } from '@/lib/contracts/streams';

/** What a screen reader is told of the cameras: who failed and who is back, the name first; empty until something happens. */
export function useCameraNews(streams: readonly StreamJson[]): string {
  const [news, setNews] = useState('');
  const failed = useRef(new Map<string, boolean>());
  useEffect(() => {
    const sentences: string[] = [];
    const before = failed.current;
    failed.current = new Map();
    for (const { id, attributes } of streams) {
      const { word, tone } = stateWord(attributes);
      const isFailed = tone === 'failed';
      failed.current.set(id, isFailed);
      const wasFailed = before.get(id);
      if (wasFailed !== undefined && wasFailed !== isFailed) sentences.push(`${attributes.name}: ${word}`);
    }
    if (sentences.length > 0) setNews(sentences.join('. '));
  }, [streams]);
  return news;
}
