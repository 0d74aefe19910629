/** An answered request of the API. */
export interface AnsweredRequest {
  method: string;
  /** As declared, with placeholders such as {id}; `other` for an unknown endpoint. */
  route: string;
  status: number;
  seconds: number;
}

type RequestMeter = (request: AnsweredRequest) => void;

const store = globalThis as typeof globalThis & { sightlineRequestMeter?: RequestMeter };

/** Counts every request of this process from now on. */
export function setRequestMeter(meter: RequestMeter): void {
  // On globalThis because route handlers are bundled separately from the server.
  store.sightlineRequestMeter = meter;
}

/** Counts a request, if this process is watched. */
export const countRequest: RequestMeter = (request) => store.sightlineRequestMeter?.(request);
