import type { SrtAdmission, SrtRefusalNotice } from '../../refusals/srt-refusal';
import type { EncoderLink } from '../../srt/srt-link';
import type { OpenSrtConnection, SrtCaller, SrtDirection } from '../../srt/srt-route';
import type { SrtStreamId } from '../protocol/srt-stream-id';
import type { SrtRouterHealth } from './router-counters';

/* The messages between the main thread and the router's thread. Messages of one side arrive in the order of sending. */

export interface RouterOptions {
  host: string;
  /** 0 for any free one. */
  ingestPort: number;
  viewPort: number;
  /** Maximum bitrate of a camera. */
  maxBitrateKbps: number;
}

export interface RouterHealth {
  ingest: SrtRouterHealth;
  view: SrtRouterHealth;
}

/** Callers of one public port. */
export interface CallersOfPort {
  direction: SrtDirection;
  callers: SrtCaller[];
}

/** The questions to the thread, and its answers. */
export interface RouterQuestions {
  readHealth: { question: null; answer: RouterHealth };
  /** The links of connected encoders since the last time. */
  readLinks: { question: null; answer: Map<string, EncoderLink> };
  /** The bytes that went to players since the last time, by stream. */
  readPlayerBytes: { question: null; answer: Map<string, number> };
  /** Whether no encoder of the stream is left. */
  dropSilentEncoder: { question: string; answer: boolean };
  /** Answers with the connections that could not be restored. */
  restore: { question: OpenSrtConnection[]; answer: OpenSrtConnection[] };
  /** Answered once all callers are disconnected and both ports are closed. */
  close: { question: null; answer: null };
}

export type RouterQuestionName = keyof RouterQuestions;

/** Main thread → router. */
export type ToRouter =
  | {
      [Name in RouterQuestionName]: { type: Name; id: number; question: RouterQuestions[Name]['question'] };
    }[RouterQuestionName]
  /** The caller of this question waits for the stream's worker; the admission follows. */
  | { type: 'waiting'; id: number; streamId: string }
  | { type: 'admission'; id: number; admission: SrtAdmission }
  | { type: 'closeStream'; streamId: string; keyHash: string | undefined }
  | { type: 'disconnect'; callersOfPort: CallersOfPort }
  | { type: 'dismiss'; callersOfPort: CallersOfPort };

/** Router → main thread. */
export type FromRouter =
  | { type: 'listening'; ingestPort: number; viewPort: number }
  /** A port cannot be opened; one sentence for the user. */
  | { type: 'unavailable'; sentence: string }
  | { type: 'answer'; id: number; answer: RouterQuestions[RouterQuestionName]['answer'] }
  | { type: 'admit'; id: number; named: SrtStreamId; direction: SrtDirection }
  | { type: 'refusal'; notice: SrtRefusalNotice }
  | { type: 'connected'; connection: OpenSrtConnection }
  | { type: 'linksChanged'; connection: OpenSrtConnection }
  | { type: 'disconnected'; connection: OpenSrtConnection };
