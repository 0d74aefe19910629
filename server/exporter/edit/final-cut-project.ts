import { escapeMarkup } from '@/lib/core/escape-markup';
import { type FrameRate, framesPerSecond } from '@/lib/core/frame-rate';
import { isDropFrame } from '@/lib/core/time-code';
import { type Edit, type EditClip, type EditMedia, mediaLength, mediaStartFrame } from './edit';

/** An element of XML: its name, its attributes and its children. */
type Element = [name: string, attributes: Record<string, string | number>, children?: Element[]];

/** A count of frames in seconds, as a fraction. */
const seconds = (frames: number, { num, den }: FrameRate): string => `${frames * den}/${num}s`;

/** The rates that a conform-rate may name, as Apple's DTD writes them. */
const conformRates = [
  ...['23.98', '24', '25', '29.97', '30', '47.95', '48', '50', '59.94', '60', '90', '100', '119.88', '120'],
];

const isSameRate = (one: FrameRate, other: FrameRate): boolean => one.num * other.den === other.num * one.den;

/** Keeps Final Cut from playing a file faster or slower, so that its frames are as many as the sequence's. */
function conformed(media: EditMedia, rate: FrameRate): Element[] {
  if (isSameRate(media.rate, rate)) return [];
  const fps = framesPerSecond(media.rate);
  const srcFrameRate = conformRates.find((name) => Math.abs(Number(name) / fps - 1) < 2e-4);
  return [['conform-rate', { scaleEnabled: 0, ...(srcFrameRate && { srcFrameRate }) }]];
}

/** How a sequence names its sampling rate. */
const sequenceAudioRates: Record<number, string> = {
  32000: '32k',
  44100: '44.1k',
  48000: '48k',
  88200: '88.2k',
  96000: '96k',
};

/**
 * An edit as FCPXML 1.10: a multicam clip of all angles, and a project in which it is cut as the program was. Its children
 * stand in the order of Apple's DTD, which Final Cut insists on. The files lie beside it.
 */
export function finalCutProject(edit: Edit): string {
  const { name, rate, startFrame, length, program, angles, markers } = edit;
  const files = [...new Set(angles.flatMap(({ clips }) => clips.flatMap(({ media }) => media ?? [])))];
  const formats = new Map<string, { id: string; media: EditMedia }>();
  // The first format is the sequence's, of the first file with its rate.
  const model = files.find((media) => isSameRate(media.rate, rate)) ?? files[0];
  for (const media of model ? [{ ...model, rate }, ...files] : files) {
    const key = formatKey(media);
    if (!formats.has(key)) formats.set(key, { id: `r${formats.size + 1}`, media });
  }
  const formatOf = (media: EditMedia): string => formats.get(formatKey(media))?.id ?? 'r1';
  const audioRate = sequenceAudioRates[files.find((media) => media.audioTracks > 0)?.audioRate ?? 48_000] ?? '48k';
  const assets = new Map(files.map((media, index) => [media, `a${index + 1}`]));
  const tcFormat = isDropFrame(rate) ? 'DF' : 'NDF';
  const sequence = {
    format: 'r1',
    duration: seconds(length, rate),
    tcStart: seconds(startFrame, rate),
    tcFormat,
    audioLayout: 'stereo',
    audioRate,
  };
  const at = ({ start, length: frames }: EditClip, origin: number) => ({
    offset: seconds(origin + start, rate),
    duration: seconds(frames, rate),
  });
  const gap = (clip: EditClip, origin: number): Element => ['gap', { name: 'Gap', ...at(clip, origin), start: '0s' }];
  const angleIds = new Map(angles.map(({ cameraId }, index) => [cameraId, `angle${index + 1}`]));

  const resources: Element[] = [
    ...[...formats.values()].map(
      ({ id, media }): Element => [
        'format',
        { id, frameDuration: seconds(1, media.rate), width: media.width, height: media.height },
      ],
    ),
    ...files.map(
      (media): Element => [
        'asset',
        {
          id: assets.get(media) ?? '',
          name: media.name,
          start: seconds(mediaStartFrame(media), media.rate),
          duration: seconds(mediaLength(media), media.rate),
          hasVideo: 1,
          format: formatOf(media),
          ...(media.audioTracks > 0 && {
            hasAudio: 1,
            audioSources: media.audioTracks,
            audioChannels: Math.max(1, media.audioChannels),
            ...(media.audioRate > 0 && { audioRate: media.audioRate }),
          }),
        },
        [
          ['media-rep', { kind: 'original-media', src: `./${encodeURI(media.name)}` }],
          ['metadata', {}, [['md', { key: capturedKey, value: new Date(media.startUs / 1_000).toISOString() }]]],
        ],
      ],
    ),
    [
      'media',
      { id: 'm1', name: `${name} multicam` },
      [
        [
          'multicam',
          { format: 'r1', tcStart: seconds(startFrame, rate), tcFormat },
          angles.map(
            ({ cameraId, cameraName, clips }): Element => [
              'mc-angle',
              { name: cameraName, angleID: angleIds.get(cameraId) ?? '' },
              clips.map((clip) => {
                const { media } = clip;
                if (!media) return gap(clip, startFrame);
                const start = seconds(mediaStartFrame(media) + clip.mediaStart, media.rate);
                return [
                  'asset-clip',
                  { ref: assets.get(media) ?? '', name: media.cameraName, ...at(clip, startFrame), start, tcFormat },
                  conformed(media, rate),
                ] satisfies Element;
              }),
            ],
          ),
        ],
      ],
    ],
  ];
  const spine = program.map((clip): Element => {
    const within = markers.filter(({ frame }) => frame >= clip.start && frame < clip.start + clip.length);
    const { media } = clip;
    if (!media) {
      const marked = within.map((marker) => markerElement(marker.text, seconds(marker.frame - clip.start, rate), rate));
      return ['gap', gap(clip, startFrame)[1], marked];
    }
    return [
      'mc-clip',
      { ref: 'm1', name: media.cameraName, ...at(clip, startFrame), start: seconds(startFrame + clip.start, rate) },
      [
        ['mc-source', { angleID: angleIds.get(media.cameraId) ?? '', srcEnable: 'all' }],
        ...within.map(({ frame, text }) => markerElement(text, seconds(startFrame + frame, rate), rate)),
      ],
    ];
  });
  const root: Element = [
    'fcpxml',
    { version: '1.10' },
    [
      ['resources', {}, resources],
      ['library', {}, [['event', { name }, [['project', { name }, [['sequence', sequence, [['spine', {}, spine]]]]]]]]],
    ],
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n${written(root, '')}`;
}

/** When a file's first frame was captured: its time code has the next whole frame. */
const capturedKey = 'captured-at';

const formatKey = ({ rate, width, height }: EditMedia): string => `${rate.num}/${rate.den} ${width}x${height}`;

const markerElement = (text: string, start: string, rate: FrameRate): Element => [
  'marker',
  { start, duration: seconds(1, rate), value: text },
];

function written([name, attributes, children = []]: Element, indent: string): string {
  const head = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(
    ' ',
  );
  if (children.length === 0) return `${indent}<${head}/>\n`;
  return `${indent}<${head}>\n${children.map((child) => written(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}

/** Characters that XML does not allow at all are left out. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  escapeMarkup(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
