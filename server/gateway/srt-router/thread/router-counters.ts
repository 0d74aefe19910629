/** The counters of one port since it was opened. */
export interface RouterCounters {
  /** From callers to workers. */
  forwardedDatagrams: number;
  /** To callers, including the router's own. */
  sentDatagrams: number;
  droppedDatagrams: number;
  /** Dropped datagrams whose source sent too many. */
  limitedDatagrams: number;
  refusedCallers: number;
  sendErrors: number;
  /** Datagrams whose handling threw. */
  faults: number;
}

/** The state of one port, for the health probe, Prometheus and the tests. */
export interface SrtRouterHealth extends RouterCounters {
  connections: number;
  halfOpen: number;
}

export const newCounters = (): RouterCounters => ({
  forwardedDatagrams: 0,
  sentDatagrams: 0,
  droppedDatagrams: 0,
  limitedDatagrams: 0,
  refusedCallers: 0,
  sendErrors: 0,
  faults: 0,
});
