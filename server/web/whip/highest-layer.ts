/** An offer of which LiveKit gets one layer, and the answer to it in the client's own words. */
export interface HighestLayer {
  offer: string;
  /** Puts the client's other layers into LiveKit's answer, paused. */
  toClient(answer: string): string;
}

/** One video's layers in the order of its offer, each by its restriction identifier (rid). */
interface Layers {
  names: string[];
  highest: string;
}

/** Names of a lowest layer: offers that begin with one list their layers upwards, as LiveKit's own and mediasoup's do. */
const lowestNames = ['q', 'l', 'lo', 'low', 'r0'];

/**
 * Leaves the highest layer alone in an offer of several (simulcast, RFC 8853). LiveKit's WHIP puts all of them into its
 * lowest layer, where the first to arrive wins (docs/livekit.md). The client is told to pause the others, because OBS
 * refuses an answer that leaves one out.
 */
export function highestLayer(sdp: string): HighestLayer {
  const sections = sectionsOf(sdp);
  const layers = sections.map(layersIn);
  return {
    offer: sections.map((section, index) => withHighest(section, layers[index])).join(''),
    toClient: (answer) =>
      sectionsOf(answer)
        .map((section, index) => withPaused(section, layers[index]))
        .join(''),
  };
}

const sectionsOf = (sdp: string): string[] => sdp.split(/^(?=m=)/m);

/** Lines with their line ends. */
const linesOf = (section: string): string[] => section.split(/(?<=\n)/);

function layersIn(section: string): Layers | null {
  if (!section.startsWith('m=video ')) return null;
  const [, list = ''] = /^a=simulcast: ?send (\S+)/m.exec(section) ?? [];
  // Each layer may have alternatives of other formats, and begin paused.
  const names = list.split(';').map((alternatives) => alternatives.replace(/,.*|^~/g, ''));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (names.length < 2) return null;
  return { names, highest: lowestNames.includes(first.toLowerCase()) ? last : first };
}

function withHighest(section: string, layers: Layers | null | undefined): string {
  if (!layers) return section;
  return linesOf(section)
    .filter((line) => !line.startsWith('a=rid:') || line.startsWith(`a=rid:${layers.highest} `))
    .map((line) => (line.startsWith('a=simulcast:') ? line.replace(/:.*/, `:send ${layers.highest}`) : line))
    .join('');
}

function withPaused(section: string, layers: Layers | null | undefined): string {
  if (!layers) return section;
  const { names, highest } = layers;
  const list = names.map((name) => (name === highest ? name : `~${name}`)).join(';');
  return linesOf(section)
    .flatMap((line) => {
      if (line.startsWith('a=simulcast:')) return line.replace(/:.*/, `:recv ${list}`);
      return line.startsWith('a=rid:') ? names.map((name) => line.replace(/:\S+/, `:${name}`)) : line;
    })
    .join('');
}
