'use client';

import type { ComponentProps, ComponentType } from 'react';
import { LazyPopup } from './lazy-popup';

type LazyPopupProps = ComponentProps<typeof LazyPopup>;

interface EventPopupProps extends Pick<LazyPopupProps, 'kind' | 'trigger'> {
  eventId: string;
  load: () => Promise<ComponentType<{ eventId: string; trigger: LazyPopupProps['trigger'] }>>;
}

/** A button whose popup is about an event, and is loaded like every {@link LazyPopup}. */
export function EventPopup({ eventId, kind, trigger, load }: EventPopupProps) {
  const loadOfEvent: LazyPopupProps['load'] = async () => {
    const OfEvent = await load();
    return (props) => <OfEvent eventId={eventId} trigger={props.trigger} />;
  };
  return <LazyPopup kind={kind} load={loadOfEvent} trigger={trigger} />;
}
