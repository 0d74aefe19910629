import Link from 'next/link';
import { momentAddress } from '@/components/recordings/in-out';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { ShowMoment } from '@/lib/contracts/show-moments';
import { lengthWords } from './report-words';

/** A moment of a show with the address of its picture. */
export type PicturedMoment = ShowMoment & { url: string };

interface ReportPicturesProps {
  eventId: string;
  moments: readonly PicturedMoment[];
}

const titles: Record<ShowMoment['kind'], string> = {
  worst: 'Worst moment',
  best: 'Best camera',
  longest: 'Longest shot',
};

/** Moments of a show in pictures. Each opens the recording at its second. */
export function ReportPictures({ eventId, moments }: ReportPicturesProps) {
  if (moments.length === 0) return null;
  return (
    <ul aria-label="Pictures of the show" className="grid max-w-4xl gap-3 sm:grid-cols-3 print:hidden">
      {moments.map((moment) => (
        <li key={moment.kind}>
          <Picture eventId={eventId} moment={moment} />
        </li>
      ))}
    </ul>
  );
}

function Picture({ eventId, moment }: { eventId: string; moment: PicturedMoment }) {
  const { toSecond } = useEventClock();
  const { kind, camera, at, url } = moment;
  return (
    <Link
      href={momentAddress(eventId, Date.parse(at))}
      prefetch={false}
      className="group grid h-full content-start overflow-hidden rounded-lg border hover:border-line-strong max-sm:grid-cols-[9rem_1fr]"
    >
      {/* biome-ignore lint/performance/noImgElement: it is small already, behind an address with a token */}
      <img
        src={url}
        alt=""
        width={240}
        height={135}
        className="aspect-video w-full bg-well object-contain max-sm:h-full"
      />
      <span className="grid min-w-0 content-start gap-0.5 p-3 max-sm:py-2">
        <span className="flex items-baseline gap-2 text-muted text-xs">
          <span className={kind === 'worst' ? 'text-failed' : ''}>{titles[kind]}</span>
          <time dateTime={at} className="ml-auto font-mono tabular-nums">
            {toSecond(Date.parse(at))}
          </time>
        </span>
        <bdi className="truncate font-medium group-hover:underline">{camera.name}</bdi>
        <span className="text-muted text-sm">{wordsOf(moment)}</span>
      </span>
    </Link>
  );
}

const wordsOf = ({ kind, seconds, sentence }: ShowMoment): string => {
  if (kind === 'longest') return `${lengthWords(seconds)} without a cut`;
  if (kind === 'best') return [`${lengthWords(seconds)} on air.`, sentence].filter(Boolean).join(' ');
  return [sentence, seconds > 0 ? `${lengthWords(seconds)} in all.` : null].filter(Boolean).join(' ');
};
