import type { TallySourceJson } from '@/lib/contracts/tally/tally';
import { tallyKeyOf } from '@/lib/core/tally';

type Source = Pick<TallySourceJson['attributes'], 'inputs' | 'mapping' | 'match_by'>;
type Mapping = Source['mapping'];

interface Camera {
  id: string;
  name: string;
}

/** The input that a camera is mapped to, by name or number; the first of several. */
export const inputOf = (mapping: Mapping, cameraId: string): string | undefined =>
  Object.keys(mapping).find((key) => mapping[key] === cameraId);

/** The mapping with a camera at another input, or at none. */
export function withInput(mapping: Mapping, cameraId: string, key: string | null): Mapping {
  const others = Object.entries(mapping).filter(([other, id]) => id !== cameraId && other !== key);
  return Object.fromEntries(key === null ? others : [...others, [key, cameraId]]);
}

/** The mapping without cameras that the event does not have any more. */
export const withoutGone = (mapping: Mapping, cameras: readonly Camera[]): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, id]) => cameras.some((camera) => camera.id === id)));

/** The same mapping by the inputs' other designation; inputs that are not reported now are left out. */
export function convertMapping({ inputs, mapping, match_by }: Source, to: Source['match_by']): Mapping {
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const id = mapping[tallyKeyOf(input, match_by)];
      return id ? [[tallyKeyOf(input, to), id]] : [];
    }),
  );
}

/**
 * Suggests a camera for each input, among cameras and inputs that are not mapped yet. Matches by the view address that
 * the input plays, else by the name.
 */
export function suggestMapping({ inputs, mapping, match_by }: Source, cameras: readonly Camera[]): Mapping {
  const suggested: Mapping = {};
  const isFree = (camera: Camera) =>
    inputOf(mapping, camera.id) === undefined && inputOf(suggested, camera.id) === undefined;
  const suggest = (find: (input: Source['inputs'][number], camera: Camera) => boolean) => {
    for (const input of inputs) {
      const key = tallyKeyOf(input, match_by);
      if (key in mapping || key in suggested) continue;
      const camera = cameras.find((candidate) => isFree(candidate) && find(input, candidate));
      if (camera) suggested[key] = camera.id;
    }
  };
  suggest((input, camera) => input.stream_id === camera.id);
  suggest((input, camera) => plain(input.name) === plain(camera.name));
  return suggested;
}

/** A name as people mean it: “CAM-1” and “Cam 1” are the same. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/camera/g, 'cam')
    .replace(/[^\p{L}\p{N}]/gu, '');
