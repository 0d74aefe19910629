import { dayMs, hourMs, minuteMs, secondMs } from '../core/durations';

// Without zod: screens load this.

/** How long things hold or are kept, for the code that ends them and the sentences that say so. */
export const lifetimes = {
  authSession: 30 * dayMs,
  invitation: 7 * dayMs,
  passwordLink: hourMs,
  /** Longer than anybody watches without loading the page again. */
  recordingAddress: 6 * hourMs,
  /** The files of an export, once it is done. */
  exportFiles: dayMs,
  /** An upload that gets no bytes for so long is removed. */
  silentUpload: hourMs,
  /** An upload that is a recording, or has failed, is known for so long. */
  endedUpload: dayMs,
  sample: dayMs,
  /** The figures of a minute. */
  sampleMinute: 30 * dayMs,
  incident: 90 * dayMs,
  auditEntry: 90 * dayMs,
  webhookDelivery: 30 * dayMs,
  /** An event that was not accepted within this time is given up. */
  webhookAttempts: dayMs,
  webhookAnswer: 10 * secondMs,
  /** After a new secret, the former one signs as well. */
  formerWebhookSecret: dayMs,
  /** A place of a share link for a page that is about to join the room. */
  sharePlace: 20 * secondMs,
} as const;

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', secondMs],
] as const;

/** A length of time in words: "30 days", "an hour". */
export function timeWords(timeMs: number): string {
  const [unit, unitMs] = units.find(([, unitMs]) => timeMs % unitMs === 0) ?? ['second', secondMs];
  const count = timeMs / unitMs;
  if (count !== 1) return `${count} ${unit}s`;
  return unit === 'hour' ? 'an hour' : `a ${unit}`;
}

/** The characters that a text has at least and at most. */
export const lengths = {
  name: { min: 1, max: 120 },
  email: { min: 1, max: 254 },
  password: { min: 8, max: 256 },
  sharePassword: { min: 4, max: 256 },
  /** Within what libsrt accepts. */
  passphrase: { min: 10, max: 79 },
  webAddress: { min: 1, max: 2_000 },
  /** As people count them: an emoji is one. */
  comment: { min: 1, max: 500 },
  crewMessage: { min: 1, max: 200 },
} as const;

/** How many bytes of an uploaded file one call brings at most: what proxies let through by default. */
export const importChunkBytes = 1024 * 1024;

/** The content type of a body that is no JSON. */
export const bytesType = 'application/octet-stream';
