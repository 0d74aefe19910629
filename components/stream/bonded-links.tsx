import type { BondedLink } from '@/lib/contracts/bonded-link';
import type { StreamJson } from '@/lib/contracts/streams';

/** The links of a live camera that bonds several: the share of each as a bar, its round trip, and what it loses. */
export function BondedLinks({ stream }: { stream: StreamJson }) {
  const { bonded_links: links } = stream.attributes;
  if (!links) return null;
  return (
    <ul aria-label="Bonded links" className="grid gap-1 text-xs">
      {links.map((link, index) => {
        const name = `Link ${index + 1}`;
        return (
          <li key={name} className="grid grid-cols-[3rem_1fr_13rem] items-center gap-2">
            <span className="text-muted">{name}</span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-control">
              <span className="block h-full bg-info" style={{ width: `${link.share_percent}%` }} />
            </span>
            <span className="truncate text-right font-mono text-muted tabular-nums">{bondedLinkWords(link)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** A link's figures in words; without those that its encoder does not report. */
export const bondedLinkWords = ({ share_percent, rtt_ms, loss_percent }: BondedLink): string =>
  [
    `${share_percent} %`,
    ...(rtt_ms === null ? [] : [`${rtt_ms} ms`]),
    ...(loss_percent === null ? [] : [`${loss_percent} % lost`]),
  ].join(' · ');
