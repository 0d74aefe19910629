'use client';

import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Input, Label, Select } from '@/components/ui/input';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { isEscape } from '@/lib/browser/page/pressed-key';
import { toast } from '@/lib/browser/page/toast';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { isHeldAgainstCallers, type LatencyChoice, latencyLimitsMs, latencyMsOf } from '@/lib/core/srt-latency';

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
    if (isEscape(event.nativeEvent)) setTyping(false);
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

const kinds = ['local', 'internet', 'mobile'] as const;
const names = { local: 'Local network', internet: 'Internet', mobile: 'Mobile', custom: 'Custom' } as const;

/** The option that a choice belongs to. */
const latencyKindOf = (choice: LatencyChoice): string => (typeof choice === 'number' ? 'custom' : choice);

/** The latency choices, each with its value for this stream's link. Shows a choice that this page does not know as it is. */
export function latencyOptions({ attributes }: MemberStreamJson): { kind: string; text: string }[] {
  const { latency, rtt_ms: rttMs } = attributes;
  const isKnown = typeof latency === 'number' || kinds.includes(latency);
  return [
    ...(isKnown ? [] : [{ kind: latency, text: latency }]),
    ...kinds.map((kind) => ({ kind, text: `${names[kind]} (${latencyMsOf(kind, rttMs)} ms)` })),
    { kind: 'custom', text: typeof latency === 'number' ? `${names.custom} (${latency} ms)` : `${names.custom}…` },
  ];
}

/** Explains the present choice, and when it takes effect. */
export function latencyEffect({ attributes: { latency, rtt_ms: rttMs } }: MemberStreamJson): string {
  if (!isHeldAgainstCallers(latency)) {
    return 'Enter the new address in the encoder. It applies the next time the encoder connects.';
  }
  const effect = 'Applies the next time the encoder connects, even if it asks for less.';
  if (latency !== 'mobile') return effect;
  const roundTrip = rttMs === null ? 'not measured yet' : `${rttMs} ms`;
  return `Four times the round trip (${roundTrip}), at least 250 ms. ${effect}`;
}
