/** The reasons why a page cannot keep its screen awake. */
export type SleepCause = 'insecure' | 'unsupported' | 'refused';

const sentences: Record<SleepCause, string> = {
  insecure: 'This screen may go to sleep. Open this page by https, which browsers need to keep it awake.',
  unsupported: 'This screen may go to sleep. Turn sleep off in the device’s settings.',
  refused: 'This screen may go to sleep. Turn battery saving off, or charge the device.',
};

/** Says that the screen may go to sleep, and what to do; null while it stays awake. */
export const diagnoseScreen = (cause: SleepCause | null): string | null => (cause ? sentences[cause] : null);
