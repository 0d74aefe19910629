'use client';

import dynamic from 'next/dynamic';
import { useMemo, useState } from 'react';
import { EventTabs } from '@/components/controls/event-tabs';
import { Failure } from '@/components/controls/failure';
import { EmptyState } from '@/components/controls/section';
import { InvitePhoneButton } from '@/components/phones/invite-phone-button';
import { usePageTitle } from '@/components/shell/use-page-title';
import { TalkbackButton } from '@/components/talkback/talkback-button';
import { Alert } from '@/components/ui/alert';
import { Skeleton } from '@/components/ui/skeleton';
import { useMay } from '@/lib/browser/api/use-may';
import { useCrew } from '@/lib/browser/data/use-crew';
import { useEvent } from '@/lib/browser/data/use-events';
import { useStreams } from '@/lib/browser/data/use-streams';
import type { TalkbackCall } from '@/lib/browser/talkback/talkback-desk';
import type { FloorPlan } from '@/lib/contracts/floor-plan';
import { CrewMember } from './crew-member';
import { CrewTalkContext } from './crew-talk';
import { MessageForm } from './message-form';

// It is below the list.
const CrewMap = dynamic(() => import('./map/crew-map').then(({ CrewMap }) => CrewMap), { ssr: false });

/** An event's crew: each camera with the person, its state, and the director's messages. */
export function CrewScreen({ eventId }: { eventId: string }) {
  const event = useEvent(eventId);
  usePageTitle(event.data ? `Crew of ${event.data.attributes.name}` : null);
  const mayRead = useMay('phones.read');
  const mayTalk = useMay('talkback.use');
  const [call, setCall] = useState<TalkbackCall | null>(null);
  const [isHeard, setHeard] = useState(false);
  const talk = useMemo(() => ({ call, isHeard, onCall: mayTalk ? setCall : null }), [call, isHeard, mayTalk]);
  return (
    // The talkback's bar covers the page's end.
    <div className="grid gap-6 has-data-talkback:pb-64">
      <div className="grid gap-4">
        <EventTabs eventId={eventId} />
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-full sm:basis-40">
            <h1 className="font-semibold text-xl">Crew</h1>
            {event.data ? (
              <p dir="auto" className="wrap-anywhere text-muted">
                {event.data.attributes.name}
              </p>
            ) : (
              <Skeleton className="h-6 w-56" />
            )}
          </div>
          {/* No picture moves from under a press, and the state stays in sight below many of them. */}
          <TalkbackButton
            eventId={eventId}
            call={call}
            onClose={() => setCall(null)}
            onSpeaking={setHeard}
            panelClassName="fixed inset-x-0 bottom-0 z-30 border-t bg-raised px-4 py-3 shadow-float sm:px-6"
          />
          {mayRead ? <InvitePhoneButton eventId={eventId} className="max-sm:flex-1" /> : null}
        </div>
      </div>
      {mayRead ? (
        <CrewTalkContext value={talk}>
          <CrewBoard eventId={eventId} plan={event.data?.attributes.floor_plan} />
        </CrewTalkContext>
      ) : (
        <Alert>Your role does not show the crew. Ask an admin of your organization.</Alert>
      )}
    </div>
  );
}

interface CrewBoardProps {
  eventId: string;
  /** Undefined until it is known. */
  plan: FloorPlan | null | undefined;
}

function CrewBoard({ eventId, plan }: CrewBoardProps) {
  const streams = useStreams(eventId);
  const crew = useCrew(eventId);
  const failure = [streams, crew].find(({ isError, data }) => isError && !data)?.error;
  if (failure) return <Failure error={failure} text="Failed to load the crew" />;
  if (!streams.data || !crew.data) return <Skeleton className="h-64 w-full rounded-lg" />;
  if (streams.data.length === 0) {
    return <EmptyState title="No cameras yet" text="Invite a phone, or add a camera on the event’s page." />;
  }
  const phones = new Map(crew.data.map((phone) => [phone.attributes.stream_id, phone]));
  return (
    <div className="grid gap-4">
      {phones.size > 0 ? <MessageForm eventId={eventId} streamId={null} label="Message to all phones" /> : null}
      <ul aria-label="Crew" className="grid items-start gap-3 md:grid-cols-2 3xl:grid-cols-3">
        {streams.data.map((stream) => (
          <CrewMember key={stream.id} eventId={eventId} stream={stream} phone={phones.get(stream.id) ?? null} />
        ))}
      </ul>
      {plan === undefined ? null : <CrewMap eventId={eventId} plan={plan} streams={streams.data} phones={phones} />}
    </div>
  );
}
