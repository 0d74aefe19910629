'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { Failure } from '@/components/controls/failure';
import { useMay } from '@/lib/browser/api/use-may';
import type { CrewPhone } from '@/lib/browser/data/use-crew';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { StreamJson } from '@/lib/contracts/streams';
import { isBatteryLow } from '../crew-words';
import { MapFrame } from './map-frame';
import { MapMarker } from './map-marker';
import { MapTray } from './map-tray';
import {
  freePlace,
  type MapView,
  mapAspect,
  moved,
  type Place,
  type Point,
  placeOn,
  pointAt,
  scaleOf,
  viewOf,
  zoomed,
} from './map-view';

interface WorldMapProps {
  streams: StreamJson[];
  /** By the ids of their streams. */
  phones: ReadonlyMap<string, CrewPhone>;
}

/** Coasts are drawn for maps this wide; nearer, the outline is too coarse to help. */
const landFromM = 20_000;

/** Where the crew stands on Earth: phones that share it by themselves, other cameras where a member has put them. */
export function WorldMap({ streams, phones }: WorldMapProps) {
  const mayPlace = useMay('streams.update');
  const { mutate: setPlace, error } = useStreamMutations().setPlace;
  /** Null: all that is on the map. */
  const [chosen, setChosen] = useState<MapView | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  const shown = streams.flatMap((stream) => {
    const position = phones.get(stream.id)?.attributes.position ?? null;
    const point: Point | null | undefined = position ?? stream.attributes.place;
    return point ? { stream, point, accuracyM: position?.accuracy_m ?? null } : [];
  });
  const absent = streams.filter(({ id }) => !shown.some(({ stream }) => stream.id === id));
  const view = chosen ?? viewOf(shown.map(({ point, accuracyM }) => Object.assign({ accuracyM }, point)));
  const { center, widthM } = view;
  const { latitude, longitude } = center;
  const onMove = useCallback(
    (id: string, to: Place) => setPlace({ id, place: pointAt({ center: { latitude, longitude }, widthM }, to) }),
    [setPlace, latitude, longitude, widthM],
  );
  const put = (id: string) => {
    const taken = shown.map(({ point }) => placeOn(view, point));
    // The first one is in the middle of the map that is shown then.
    setPlace({ id, place: pointAt(view, freePlace(taken)) });
    setNewId(id);
  };
  const scale = scaleOf(view);
  return (
    <>
      <MapFrame
        name="Map"
        aspect={mapAspect}
        view={view}
        onView={setChosen}
        onShowAll={chosen ? () => setChosen(null) : null}
        moved={moved}
        zoomed={zoomed}
      >
        {(partsOf) => (
          <>
            <Ground view={view} isEmpty={shown.length === 0} />
            {shown.map(({ stream, point, accuracyM }) => {
              const { x, y } = placeOn(view, point);
              return (
                <MapMarker
                  key={stream.id}
                  stream={stream}
                  person={phones.get(stream.id)?.attributes.person ?? null}
                  x={x}
                  y={y}
                  accuracyPart={accuracyM === null ? null : (2 * accuracyM) / widthM}
                  accuracyM={accuracyM}
                  isBatteryLow={isBatteryLow(phones.get(stream.id)?.attributes)}
                  isNew={stream.id === newId}
                  onMove={mayPlace && accuracyM === null ? onMove : null}
                  partsOf={partsOf}
                />
              );
            })}
            <p
              className="pointer-events-none absolute bottom-2 left-2 border-ink border-b-2 text-center font-mono text-xs"
              style={{ width: `${(100 * scale.lengthM) / widthM}%` }}
            >
              {scale.words}
            </p>
          </>
        )}
      </MapFrame>
      <Failure error={error} text="Failed to move the camera" />
      {mayPlace ? (
        <MapTray
          ground="map"
          absent={absent}
          placed={shown.flatMap(({ stream, accuracyM }) => (accuracyM === null ? stream : []))}
          onPut={put}
          onTake={(id) => setPlace({ id, place: null })}
        />
      ) : null}
    </>
  );
}

/** Coasts of a wide map, lines of a near one. An empty map loads no coast. */
function Ground({ view, isEmpty }: { view: MapView; isEmpty: boolean }) {
  const [land, setLand] = useState('');
  const hasLand = !isEmpty && view.widthM >= landFromM;
  useEffect(() => {
    if (!hasLand) return;
    let isOver = false;
    void import('./land-path').then(({ landPath }) => {
      if (!isOver) setLand(landPath());
    });
    return () => {
      isOver = true;
    };
  }, [hasLand]);
  // From degrees to parts of the map: both are linear in this projection.
  const [origin, unit] = useMemo(
    () => [placeOn(view, { latitude: 0, longitude: 0 }), placeOn(view, { latitude: -1, longitude: 1 })],
    [view],
  );
  const part = (scaleOf(view).lengthM / view.widthM) * 100;
  return (
    <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
      <defs>
        <pattern id="crew-map-grid" width={part} height={part * mapAspect} patternUnits="userSpaceOnUse">
          <path
            d={`M${part},0L0,0L0,${part * mapAspect}`}
            fill="none"
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        </pattern>
      </defs>
      {hasLand ? (
        <path
          d={land}
          transform={`matrix(${(unit.x - origin.x) * 100} 0 0 ${(unit.y - origin.y) * 100} ${origin.x * 100} ${origin.y * 100})`}
          className="fill-control stroke-line-strong"
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        <rect width="100" height="100" fill="url(#crew-map-grid)" />
      )}
    </svg>
  );
}
