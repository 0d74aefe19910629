import { WorkLoop, type WorkLoopOptions } from '../work-loop';

interface Check extends Pick<WorkLoopOptions, 'intervalMs' | 'onFailure'> {
  /** Names the rooms, for the log. */
  what: string;
  check(): Promise<void>;
}

/** The loop in which a guard checks who is in its rooms. */
export const checkParticipants = ({ what, check, ...options }: Check): WorkLoop =>
  new WorkLoop({
    ...options,
    work: check,
    retry: { firstMs: 250, capMs: 5_000 },
    says: {
      failing: `${what}: participants cannot be checked; trying again`,
      working: `${what}: participants are checked again`,
    },
  });
