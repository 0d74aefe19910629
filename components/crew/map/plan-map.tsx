'use client';

import { useCallback, useState } from 'react';
import { Failure } from '@/components/controls/failure';
import { useMay } from '@/lib/browser/api/use-may';
import type { CrewPhone } from '@/lib/browser/data/use-crew';
import { useFloorPlanImage, useFloorPlanMutations } from '@/lib/browser/data/use-floor-plan';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { FloorPlan } from '@/lib/contracts/floor-plan';
import type { StreamJson } from '@/lib/contracts/streams';
import { isBatteryLow } from '../crew-words';
import { MapFrame } from './map-frame';
import { MapMarker } from './map-marker';
import { MapTray } from './map-tray';
import {
  freePlace,
  movedPlan,
  type Place,
  type PlanView,
  planPlaceAt,
  shownOn,
  wholePlan,
  zoomedPlan,
} from './map-view';
import { PlanScaleForm } from './plan-scale-form';
import { SoundMarker } from './sound-marker';

interface PlanMapProps {
  eventId: string;
  plan: FloorPlan;
  streams: StreamJson[];
  /** By the ids of their streams. */
  phones: ReadonlyMap<string, CrewPhone>;
}

/** Where the crew stands in the hall: each camera where a member has put it on the floor plan. */
export function PlanMap({ eventId, plan, streams, phones }: PlanMapProps) {
  const mayPlace = useMay('streams.update');
  const mayScale = useMay('events.update');
  const scaled = useFloorPlanMutations(eventId).scale;
  const { mutate: setPlace, error } = useStreamMutations().setPlace;
  const image = useFloorPlanImage(eventId, plan.hash);
  const [view, setView] = useState<PlanView>(wholePlan);
  const [newId, setNewId] = useState<string | null>(null);
  const onMove = useCallback(
    (id: string, to: Place) => setPlace({ id, plan_place: planPlaceAt(view, to) }),
    [setPlace, view],
  );
  const shown = streams.flatMap((stream) => {
    const place = stream.attributes.plan_place;
    return place ? { stream, place: shownOn(view, place) } : [];
  });
  const put = (id: string) => {
    setPlace({ id, plan_place: planPlaceAt(view, freePlace(shown.map(({ place }) => place))) });
    setNewId(id);
  };
  return (
    <>
      <MapFrame
        name="Floor plan"
        aspect={plan.width / plan.height}
        view={view}
        onView={setView}
        onShowAll={view.width < 1 ? () => setView(wholePlan) : null}
        moved={movedPlan}
        zoomed={zoomedPlan}
      >
        {(partsOf) => (
          <>
            {image.data ? <Drawing bitmap={image.data.bitmap} view={view} /> : null}
            {plan.sound_place ? (
              <SoundMarker
                at={shownOn(view, plan.sound_place)}
                onMove={mayScale ? (to) => scaled.mutate({ sound_place: planPlaceAt(view, to) }) : null}
                partsOf={partsOf}
              />
            ) : null}
            {shown.map(({ stream, place: { x, y } }) => (
              <MapMarker
                key={stream.id}
                stream={stream}
                person={phones.get(stream.id)?.attributes.person ?? null}
                x={x}
                y={y}
                isBatteryLow={isBatteryLow(phones.get(stream.id)?.attributes)}
                isNew={stream.id === newId}
                onMove={mayPlace ? onMove : null}
                partsOf={partsOf}
              />
            ))}
          </>
        )}
      </MapFrame>
      <Failure error={image.error} text="Failed to load the floor plan" />
      <Failure error={error} text="Failed to move the camera" />
      <Failure error={scaled.error} text="Failed to move the loudspeaker" />
      {mayPlace ? (
        <MapTray
          ground="plan"
          absent={streams.filter(({ attributes }) => !attributes.plan_place)}
          placed={shown.map(({ stream }) => stream)}
          onPut={put}
          onTake={(id) => setPlace({ id, plan_place: null })}
        />
      ) : null}
      {mayScale ? <PlanScaleForm eventId={eventId} plan={plan} /> : null}
    </>
  );
}

/** The plan's image. In a dark room a white plan would blind, so it is dimmed there. */
function Drawing({ bitmap, view }: { bitmap: ImageBitmap; view: PlanView }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0),
    [bitmap],
  );
  const percent = (part: number) => `${(100 * part) / view.width}%`;
  return (
    <canvas
      role="img"
      aria-label="Floor plan"
      width={bitmap.width}
      height={bitmap.height}
      ref={draw}
      style={{ left: percent(-view.x), top: percent(-view.y), width: percent(1), height: percent(1) }}
      className="pointer-events-none absolute max-w-none dark:brightness-75"
    />
  );
}
