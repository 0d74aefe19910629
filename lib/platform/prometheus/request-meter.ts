/** An answered request of the API. */
export interface AnsweredRequest {
  method: string;
  /** As it is declared, with placeholders such as {id}; `other` where there is no such endpoint. */
  route: string;
  status: number;
  seconds: number;
}

type RequestMeter = (request: AnsweredRequest) => void;

const store = globalThis as typeof globalThis & { sightlineRequestMeter?: RequestMeter };

/** Has every request of this process counted from now on. */
export function setRequestMeter(meter: RequestMeter): void {
  // On globalThis because route handlers are bundled apart from the server.
  store.sightlineRequestMeter = meter;
}

/** Counts a request, where this process is watched. */
export const countRequest: RequestMeter = (request) => store.sightlineRequestMeter?.(request);
