'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Input, Label } from '@/components/ui/input';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import { audioDelayWords, maxAudioDelayMs } from '@/lib/contracts/stream-settings';
import type { MemberStreamJson } from '@/lib/contracts/streams';

const stepMs = 5;

/** Moves a camera's sound against its picture. A change is sent when the slider is let go, and on Enter in the field. */
export function LipSyncControl({ stream }: { stream: MemberStreamJson }) {
  const { audio_delay_ms: delayMs } = stream.attributes;
  const id = useId();
  /** As it is typed or dragged; null while nothing is. */
  const [draft, setDraft] = useState<string | null>(null);
  const { chooseFeed } = useStreamMutations();
  const shown = draft ?? String(delayMs);
  const shownMs = Number(shown) || 0;

  const choose = (nextMs: number) => {
    setDraft(null);
    if (nextMs === delayMs) return;
    chooseFeed.mutate(
      { id: stream.id, choice: { audio_delay_ms: nextMs } },
      { onError: (error) => toast.error('Error', { description: detailsOr(error, 'Failed to update stream') }) },
    );
  };
  const letGo = () => {
    if (draft !== null) choose(shownMs);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(shownMs);
  };

  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Lip sync</Label>
      <input
        id={id}
        type="range"
        min={-maxAudioDelayMs}
        max={maxAudioDelayMs}
        step={stepMs}
        value={shownMs}
        aria-valuetext={audioDelayWords(shownMs)}
        aria-describedby={`${id}-effect`}
        onChange={({ target }) => setDraft(target.value)}
        onPointerUp={letGo}
        onKeyUp={letGo}
        onBlur={letGo}
        className="h-8 w-full accent-ink pointer-coarse:h-11"
      />
      <form onSubmit={submit} className="flex items-center gap-1.5">
        <Input
          type="number"
          aria-label="Lip sync in milliseconds"
          value={shown}
          onChange={({ target }) => setDraft(target.value)}
          min={-maxAudioDelayMs}
          max={maxAudioDelayMs}
          required
          className="max-w-32"
        />
        <span className="text-muted text-sm">ms</span>
        <Button type="submit">Set</Button>
        <Button onClick={() => choose(0)} disabled={draft === null && delayMs === 0}>
          Reset
        </Button>
      </form>
      <p id={`${id}-effect`} className="text-faint text-sm">
        {`Now: ${audioDelayWords(shownMs)}. It applies to pages, SRT players and recordings within seconds.`}
      </p>
    </div>
  );
}
