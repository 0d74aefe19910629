'use client';

import { Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Section } from '@/components/controls/section';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import type { CrewPhone } from '@/lib/browser/data/use-crew';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import type { StreamJson } from '@/lib/contracts/streams';
import { MapMarker } from './map-marker';
import {
  arrowSteps,
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

interface CrewMapProps {
  streams: StreamJson[];
  /** By the ids of their streams. */
  phones: ReadonlyMap<string, CrewPhone>;
}

/** Coasts are drawn for maps this wide; nearer, the outline is too coarse to help. */
const landFromM = 20_000;

/** Where the crew stands: phones that share it by themselves, other cameras where a member has put them. */
export function CrewMap({ streams, phones }: CrewMapProps) {
  const mayPlace = useMay('streams.update');
  const { setPlace } = useStreamMutations();
  /** Null: all that is on the map. */
  const [chosen, setChosen] = useState<MapView | null>(null);
  const frameRef = useRef<HTMLFieldSetElement>(null);
  const grabbed = useRef<(Place & { view: MapView }) | null>(null);
  const shown = streams.flatMap((stream) => {
    const position = phones.get(stream.id)?.attributes.position ?? null;
    const point: Point | null | undefined = position ?? stream.attributes.place;
    return point ? { stream, point, accuracyM: position?.accuracy_m ?? null } : [];
  });
  const absent = streams.filter(({ id }) => !shown.some(({ stream }) => stream.id === id));
  const view = chosen ?? viewOf(shown.map(({ point, accuracyM }) => Object.assign({ accuracyM }, point)));
  const place = (id: string, point: Point | null) => setPlace.mutate({ id, place: point });
  const partsOf = (event: PointerEvent) => {
    const frame = frameRef.current?.getBoundingClientRect();
    if (!frame) return { x: 0.5, y: 0.5 };
    return { x: (event.clientX - frame.left) / frame.width, y: (event.clientY - frame.top) / frame.height };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key];
    if (event.target !== event.currentTarget) return;
    if (step) setChosen(moved(view, step.x / 8, step.y / 8));
    else if (event.key === '+') setChosen(zoomed(view, 0.5));
    else if (event.key === '-') setChosen(zoomed(view, 2));
    else return;
    event.preventDefault();
  };
  const scale = scaleOf(view);
  return (
    <Section
      title="Map"
      text="Phones are here while the person who holds one shares their position. Put other cameras where they stand."
    >
      <fieldset
        ref={frameRef}
        aria-label="Map: drag it, or move it with the arrow keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if ((event.target as Element).closest('button')) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          grabbed.current = { view, ...partsOf(event) };
        }}
        onPointerMove={(event) => {
          const from = grabbed.current;
          if (!from) return;
          const { x, y } = partsOf(event);
          setChosen(moved(from.view, from.x - x, from.y - y));
        }}
        onPointerUp={() => {
          grabbed.current = null;
        }}
        style={{ aspectRatio: mapAspect }}
        className="relative w-full touch-pan-y overflow-hidden rounded-lg border bg-well"
      >
        <Ground view={view} isEmpty={shown.length === 0} />
        {shown.map(({ stream, point, accuracyM }) => (
          <MapMarker
            key={stream.id}
            stream={stream}
            place={placeOn(view, point)}
            accuracyPart={accuracyM === null ? null : (2 * accuracyM) / view.widthM}
            accuracyM={accuracyM}
            onMove={mayPlace && accuracyM === null ? (to) => place(stream.id, pointAt(view, to)) : null}
            partsOf={partsOf}
          />
        ))}
        <div className="absolute top-2 right-2 grid gap-1">
          <Button size="icon" aria-label="Zoom in" className="bg-raised" onClick={() => setChosen(zoomed(view, 0.5))}>
            <Plus aria-hidden />
          </Button>
          <Button size="icon" aria-label="Zoom out" className="bg-raised" onClick={() => setChosen(zoomed(view, 2))}>
            <Minus aria-hidden />
          </Button>
          <Button
            size="icon"
            aria-label="Show all cameras"
            className="bg-raised"
            disabled={chosen === null}
            onClick={() => setChosen(null)}
          >
            <Maximize aria-hidden />
          </Button>
        </div>
        <p
          className="pointer-events-none absolute bottom-2 left-2 border-ink border-b-2 text-center font-mono text-xs"
          style={{ width: `${(100 * scale.lengthM) / view.widthM}%` }}
        >
          {scale.words}
        </p>
      </fieldset>
      {setPlace.error ? (
        <Alert variant="destructive">{messageOr(setPlace.error, 'Failed to move the camera')}</Alert>
      ) : null}
      {mayPlace && (absent.length > 0 || shown.some(({ accuracyM }) => accuracyM === null)) ? (
        <ul aria-label="Cameras and the map" className="flex flex-wrap gap-2">
          {absent.map(({ id, attributes }) => (
            <li key={id}>
              <Button onClick={() => place(id, view.center)}>
                <Plus aria-hidden />
                <span dir="auto" className="max-w-48 truncate">
                  Put {attributes.name} on the map
                </span>
              </Button>
            </li>
          ))}
          {shown.flatMap(({ stream: { id, attributes }, accuracyM }) =>
            accuracyM === null ? (
              <li key={id}>
                <Button variant="ghost" onClick={() => place(id, null)}>
                  <span dir="auto" className="max-w-48 truncate">
                    Take {attributes.name} off
                  </span>
                </Button>
              </li>
            ) : (
              []
            ),
          )}
        </ul>
      ) : null}
    </Section>
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
