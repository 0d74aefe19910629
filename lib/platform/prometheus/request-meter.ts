import { processWide } from '../process-wide';

/** An answered request of the API. */
export interface AnsweredRequest {
  method: string;
  /** As declared, with placeholders such as {id}; `other` for an unknown endpoint. */
  route: string;
  status: number;
  seconds: number;
}

type RequestMeter = (request: AnsweredRequest) => void;

const watched = (): { meter?: RequestMeter } => processWide('request meter', () => ({}));

/** Counts every request of this process from now on. */
export function setRequestMeter(meter: RequestMeter): void {
  watched().meter = meter;
}

/** Counts a request, if this process is watched. */
export const countRequest: RequestMeter = (request) => watched().meter?.(request);
