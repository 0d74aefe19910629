'use client';

import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { Select } from '@/components/ui/select';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { type LatencyChoice, latencyLimitsMs } from '@/lib/core/srt-latency';
import { latencyEffect, latencyKindOf, latencyOptions } from './latency-words';

/** How far behind live this stream's encoder and players are to stay. A choice shows at once, and in the addresses. */
export function LatencyControl({ stream }: { stream: MemberStreamJson }) {
  const { latency, latency_ms: latencyMs } = stream.attributes;
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const { setLatency } = useStreamMutations();

  const choose = (next: LatencyChoice) => {
    setTyping(false);
    if (next === latency) return;
    setLatency.mutate(
      { id: stream.id, latency: next },
      { onError: (error) => toast.error('Error', { description: detailsOr(error, 'Failed to update stream') }) },
    );
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose(Number(new FormData(event.currentTarget).get('latency')));
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyping(false);
  };

  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Latency</Label>
      <Select
        id={id}
        aria-describedby={`${id}-effect`}
        value={isTyping ? 'custom' : latencyKindOf(latency)}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'local' || value === 'internet' || value === 'mobile') choose(value);
          else setTyping(true);
        }}
      >
        {latencyOptions(stream).map(({ kind, text }) => (
          <option key={kind} value={kind}>
            {text}
          </option>
        ))}
      </Select>
      {isTyping || typeof latency === 'number' ? (
        <form onSubmit={submit} onKeyDown={cancelOnEscape} className="flex items-center gap-1.5">
          <Input
            key={latencyMs}
            name="latency"
            type="number"
            aria-label="Latency in milliseconds"
            defaultValue={latencyMs}
            min={latencyLimitsMs.least}
            max={latencyLimitsMs.most}
            required
            autoFocus={isTyping}
            className="max-w-32"
          />
          <span className="text-muted text-sm">ms</span>
          <Button type="submit">Set</Button>
        </form>
      ) : null}
      <p id={`${id}-effect`} className="text-faint text-sm">
        {latencyEffect(stream)}
      </p>
    </div>
  );
}
