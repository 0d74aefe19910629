'use client';

import { memo } from 'react';
import { HandOverButton } from '@/components/phones/hand-over-button';
import { StateMark, toneClass } from '@/components/stream/marks';
import { useShownState } from '@/components/stream/shown-state';
import { TalkMark } from '@/components/talkback/talkback-button';
import { cn } from '@/components/ui/cn';
import type { CrewPhone } from '@/lib/browser/data/use-crew';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { useNow } from '@/lib/browser/page/clock';
import { formatTime } from '@/lib/browser/page/format-time';
import type { StreamJson } from '@/lib/contracts/streams';
import { CrewPicture } from './crew-picture';
import { batteryWords, bitrateWords, isBatteryLow, isInContact, lastSeenWords } from './crew-words';
import { MessageForm } from './message-form';

interface CrewMemberProps {
  eventId: string;
  stream: StreamJson;
  /** Null: an encoder, or a WHIP tool. */
  phone: CrewPhone | null;
}

/** One camera of the crew: its picture, who holds it, how it does, and what the director has told it. */
export const CrewMember = memo(function CrewMember({ eventId, stream, phone: known }: CrewMemberProps) {
  const phone = known?.attributes;
  const { name, status, signal } = stream.attributes;
  const sample = useLatestSample(stream.id, status === 'active' && signal === 'live');
  const { word, tone, figures } = useShownState(stream, sample);
  const bitrateKbps = figures === 'none' ? (phone?.bitrate_kbps ?? null) : (sample?.bitrate ?? null);
  return (
    <li data-testid="crew-member" className="grid content-start gap-3 rounded-lg border bg-raised p-4">
      <div className="flex gap-3">
        <CrewPicture stream={stream} person={phone?.person ?? null} className="w-36 shrink-0 self-start text-xs" />
        <div className="grid min-w-0 flex-1 content-start gap-0.5">
          <p dir="auto" className="wrap-anywhere font-medium">
            {name}
          </p>
          <p dir="auto" className="wrap-anywhere text-muted text-sm">
            {phone ? phone.person : 'Encoder'}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <p className={cn('flex min-w-0 items-center gap-1.5', toneClass[tone])}>
              <StateMark tone={tone} />
              {word}
            </p>
            <TalkMark streamId={stream.id} />
          </div>
          <p className="font-mono text-muted text-sm tabular-nums">
            <span className="sr-only">Bitrate </span>
            {bitrateWords(bitrateKbps)}
          </p>
        </div>
      </div>
      {known && phone?.reported_at ? (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
          <Fact
            term="Battery"
            text={isBatteryLow(phone) ? `${batteryWords(phone)}, low` : batteryWords(phone)}
            className={isBatteryLow(phone) ? 'text-failed' : undefined}
          />
          <Fact term="Network" text={phone.network ?? '–'} />
          <LastSeen phone={known} />
        </dl>
      ) : null}
      {phone?.has_stopped ? <p className="text-pending text-sm">{phone.person} has stopped filming.</p> : null}
      {phone?.is_muted && !phone.has_stopped ? (
        <p className="text-pending text-sm">Microphone muted on the phone</p>
      ) : null}
      {phone ? (
        <div className="grid gap-2">
          {phone.answer ? <Answer answer={phone.answer} person={phone.person} /> : null}
          {phone.message ? (
            <p className="wrap-anywhere text-sm">
              <span className="text-muted">{phone.message.acknowledged_at ? 'Seen: ' : 'Not seen yet: '}</span>
              <span dir="auto">{phone.message.text}</span>
            </p>
          ) : null}
          <MessageForm eventId={eventId} streamId={stream.id} label={`Message to ${phone.person}`} />
          <HandOverButton stream={stream} className="justify-self-start" />
        </div>
      ) : null}
    </li>
  );
});

/** Shows the last text of the person with the phone. */
function Answer({
  answer: { text, sent_at },
  person,
}: {
  answer: NonNullable<CrewPhone['attributes']['answer']>;
  person: string;
}) {
  return (
    <p role="status" className="wrap-anywhere rounded-md bg-control px-3 py-2 text-base">
      <span className="text-muted text-sm">
        <span dir="auto">{person}</span>, <time dateTime={sent_at}>{formatTime(new Date(sent_at))}</time>:{' '}
      </span>
      <span dir="auto">{text}</span>
    </p>
  );
}

/** How long a phone has been silent, which grows while no report arrives. */
function LastSeen({ phone: { attributes, receivedMs } }: { phone: CrewPhone }) {
  useNow();
  const silentMs = attributes.silent_ms === null ? null : attributes.silent_ms + performance.now() - receivedMs;
  const seen = { silent_ms: silentMs };
  return <Fact term="Seen" text={lastSeenWords(seen)} className={isInContact(seen) ? undefined : 'text-failed'} />;
}

const Fact = ({ term, text, className }: { term: string; text: string; className?: string }) => (
  <div className="min-w-0">
    <dt className="text-faint text-xs">{term}</dt>
    <dd className={cn('truncate font-mono text-sm tabular-nums', className)}>{text}</dd>
  </div>
);
