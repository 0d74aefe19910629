'use client';

import { useEffect, useRef } from 'react';
import { audioWords, videoWords } from '@/components/controls/media-words';
import { toastFailure } from '@/components/controls/toast-failure';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { usePullTry } from '@/lib/browser/data/use-pull-try';
import type { PullTryJson } from '@/lib/contracts/pull-try';

/** Has the server try an address before it is saved, and shows what is there. */
export function PullTry({ address }: { address: string }) {
  const { begin, found, isTrying } = usePullTry();
  // Its result is void once the address differs.
  const isSame = begin.variables === address;
  const tryIt = () => begin.mutate(address, { onError: toastFailure('The address was not tried') });
  return (
    <div className="grid justify-items-start gap-2">
      <Button onClick={tryIt} disabled={isTrying || address.trim() === ''}>
        {isTrying ? 'Trying the address…' : 'Try the address'}
      </Button>
      {found && isSame ? <Found found={found} /> : null}
    </div>
  );
}

function Found({ found: { state, problem, fix, video, audio, picture } }: { found: PullTryJson['attributes'] }) {
  if (state === 'trying') return null;
  if (state === 'failed') {
    return (
      <Alert variant="destructive">
        {problem} {fix}
      </Alert>
    );
  }
  const rate = video && video.fps > 0 ? `${Number(video.fps.toFixed(1))} fps` : null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3">
      {picture === null ? null : <Picture jpeg={picture} />}
      <div className="grid gap-1 text-sm">
        <p>{video ? [videoWords({ ...video, profile: null }), rate].filter(Boolean).join(' · ') : 'No picture'}</p>
        <p className="text-muted">{audio ? audioWords(audio) : 'No sound'}</p>
      </div>
    </div>
  );
}

/** A picture that came in an answer: pages take images from addresses alone. */
function Picture({ jpeg }: { jpeg: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isShown = true;
    const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
    void createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })).then((image) => {
      const { current } = canvas;
      if (!isShown || !current) return;
      current.width = image.width;
      current.height = image.height;
      current.getContext('2d')?.drawImage(image, 0, 0);
      image.close();
    });
    return () => {
      isShown = false;
    };
  }, [jpeg]);
  return <canvas ref={canvas} role="img" aria-label="Picture of the camera" className="h-28 max-w-full rounded-md" />;
}
