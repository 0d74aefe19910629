import { usePicture } from '@/components/preview/use-picture';
import { useContactLostSince } from '@/lib/browser/data/use-server-contact';
import { useIsOld } from '@/lib/browser/page/use-is-old';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamJson } from '@/lib/contracts/streams';
import { type ShownState, shownState } from './shown-state';

/** A sample comes each second; after this long the last one says nothing of now. */
const oldAfterMs = 5_000;

/**
 * A camera's state as a tile, card or row shows it.
 * @param sample the latest that the page knows
 */
export function useShownState(stream: StreamJson, sample: MetricJson | undefined): ShownState {
  const isSampleOld = useIsOld(sample, oldAfterMs);
  const picture = usePicture(stream.id);
  const hasContact = useContactLostSince() === null;
  return shownState(stream.attributes, { hasContact, picture, sample, isSampleOld });
}
