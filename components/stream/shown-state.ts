import { useSyncExternalStore } from 'react';
import { type Picture, pictures, usePicture } from '@/components/preview/pictures';
import { useContactLostSince } from '@/lib/browser/data/server-contact';
import { useIsOld } from '@/lib/browser/page/clock';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamJson, ViewerStreamJson } from '@/lib/contracts/streams';
import { type StateTone, stateWord } from './stream-words';

/** Evidence about a camera beyond the server's last report on its stream. */
export interface Evidence {
  hasContact: boolean;
  picture: Picture;
  /** The latest sample that is known. */
  sample: Pick<MetricJson, 'fps' | 'alert_level'> | undefined;
  /** That sample is not of the last seconds. */
  isSampleOld: boolean;
}

/** A camera's state as a tile, card or row shows it. No two parts of it contradict each other. */
export interface ShownState {
  word: string;
  tone: StateTone;
  /** The picture arrives, and cannot be used. */
  fault?: 'picture_black' | 'picture_frozen';
  /** How to show the sample: with judgement, as plain figures, as old figures, or not at all. */
  figures: 'judged' | 'plain' | 'old' | 'none';
}

/** The class of figures that are old: paler by as much as can still be read. */
export const oldFigures = 'italic opacity-80';

const unknown = { word: 'Unknown', tone: 'unknown' } as const;
const noPicture = { word: 'No picture', tone: 'failed' } as const;
const black = { word: 'Black picture', tone: 'failed', fault: 'picture_black' } as const;
const frozen = { word: 'Frozen picture', tone: 'failed', fault: 'picture_frozen' } as const;
const loading = { word: 'Loading picture', tone: 'pending' } as const;
const live = { word: 'Live', tone: 'live' } as const;
const degraded = {
  warning: { word: 'Live, unsteady', tone: 'degraded' },
  critical: { word: 'Live, poor quality', tone: 'degraded' },
} as const;

/** A viewer is not told what arrives from the camera. */
type Attributes = Pick<ViewerStreamJson['attributes'], 'status' | 'signal'> &
  Partial<Pick<StreamJson['attributes'], 'media' | 'findings'>>;

/**
 * Decides what is said of a camera. Without contact nothing the server said counts. With it, what this page sees outranks
 * what the server said last; where this page shows no picture, the server's word counts.
 */
export function shownState({ status, signal, media, findings }: Attributes, evidence: Evidence): ShownState {
  const { hasContact, picture, sample, isSampleOld } = evidence;
  const said = stateWord({ status, signal });
  if (!hasContact) return { ...unknown, figures: status === 'active' && signal === 'live' ? 'old' : 'none' };
  // A picture that was seen is missing while its stream restarts, whatever the cause.
  if (status === 'provisioning' && picture.kind === 'missing') return { ...noPicture, figures: 'none' };
  if (status !== 'active') return { ...said, figures: 'none' };
  const hasVideo = media?.video !== null;
  if (hasVideo && picture.kind === 'missing') return { ...(signal === 'live' ? noPicture : said), figures: 'none' };
  if (hasVideo && picture.kind === 'seen' && signal !== 'live') return { ...live, figures: 'none' };
  if (signal !== 'live') return { ...said, figures: 'none' };
  if (hasVideo && picture.kind === 'loading') return { ...loading, figures: 'none' };
  if (isSampleOld) return { ...said, figures: 'old' };
  if (hasVideo && sample?.fps === 0) {
    // A second without a frame: over on this page, which sees frames again.
    return picture.kind === 'seen' ? { ...said, figures: 'none' } : { ...noPicture, figures: 'none' };
  }
  if (findings?.some(({ code }) => code === 'picture_black')) return { ...black, figures: 'plain' };
  if (findings?.some(({ code }) => code === 'picture_frozen')) return { ...frozen, figures: 'plain' };
  const level = sample?.alert_level;
  const judged = level === 'warning' || level === 'critical' ? degraded[level] : said;
  return { ...judged, figures: 'judged' };
}

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

/** Whether a camera's picture arrives, good or bad. */
export const isLive = ({ tone }: ShownState): boolean => tone === 'live' || tone === 'degraded';

const kinds: [words: string, test: (state: ShownState) => boolean][] = [
  ['waiting', ({ tone }) => tone === 'pending'],
  ['lost', ({ word }) => word === 'Camera lost'],
  ['without a picture', ({ word }) => word === 'No picture'],
  ['black', ({ fault }) => fault === 'picture_black'],
  ['frozen', ({ fault }) => fault === 'picture_frozen'],
  ['failed', ({ word }) => word === 'Failed'],
  ['off', ({ tone }) => tone === 'off'],
  ['unknown', ({ tone }) => tone === 'unknown'],
];

/**
 * How an event's cameras are, such as "3 of 5 fine, 1 waiting, 1 lost, 2 off". Each counts once; empty without cameras.
 * @param hasTrouble by the cameras' order, whether a problem is known
 */
export function countsSentence(states: readonly ShownState[], hasTrouble: readonly boolean[]): string {
  const live = states.flatMap((state, index) => (isLive(state) ? [hasTrouble[index] === true] : []));
  const troubled = live.filter(Boolean).length;
  const fine = live.length - troubled;
  const on = states.filter(({ tone }) => tone !== 'off').length;
  return [
    fine > 0 && `${fine} of ${on} fine`,
    troubled > 0 && `${troubled} with a problem`,
    ...kinds.map(([words, test]) => {
      const count = states.filter(test).length;
      return count > 0 && `${count} ${words}`;
    }),
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Summarizes the shown states of these cameras, for places without figures. Renders again only when the summary changes,
 * and not with each second of a picture that is missing.
 * @param summarize gets the states in the cameras' order
 */
export function useShownSummary<Summary extends string | number | boolean>(
  streams: readonly StreamJson[],
  summarize: (states: ShownState[]) => Summary,
): Summary {
  const hasContact = useContactLostSince() === null;
  const read = () =>
    summarize(
      streams.map(({ id, attributes }) =>
        shownState(attributes, { hasContact, picture: pictures.get(id), sample: undefined, isSampleOld: false }),
      ),
    );
  return useSyncExternalStore(pictures.subscribe, read, read);
}
