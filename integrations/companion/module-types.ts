import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';

/** Where a press brings what a button switches. */
export type SwitchTo = 'on' | 'off' | 'toggle';

/** The directions in which a button turns a camera. */
export type Direction = 'left' | 'right' | 'up' | 'down' | 'tele' | 'wide';

/** A camera by its number in the event, so that buttons fit the next event as well. */
type OfCamera = { camera: string };
type Nothing = Record<never, never>;
type BooleanFeedback<Options extends Nothing> = { type: 'boolean'; options: Options };

/** The module's settings, actions, feedbacks and variables, as Companion's `InstanceBase` takes them. */
export type SightlineTypes = {
  config: { server: string; event: string };
  secrets: { token: string };
  actions: {
    cut: { options: OfCamera };
    next: { options: OfCamera };
    take: { options: Nothing };
    power: { options: OfCamera & { to: SwitchTo } };
    record: { options: OfCamera & { to: SwitchTo } };
    record_all: { options: { to: SwitchTo } };
    mark: { options: { name: string } };
    mute_alarms: { options: { minutes: number } };
    acknowledge: { options: OfCamera };
    solo: { options: OfCamera };
    layout: { options: { layout: MultiviewLayout } };
    preset: { options: { preset: string } };
    ptz_move: { options: OfCamera & { direction: Direction; speed: number; on_air: boolean } };
    ptz_stop: { options: OfCamera };
    ptz_preset: { options: OfCamera & { preset: number; on_air: boolean } };
  };
  feedbacks: {
    on_air: BooleanFeedback<OfCamera>;
    next: BooleanFeedback<OfCamera>;
    live: BooleanFeedback<OfCamera>;
    lost: BooleanFeedback<OfCamera>;
    alarm: BooleanFeedback<OfCamera>;
    recording: BooleanFeedback<OfCamera>;
    solo: BooleanFeedback<OfCamera>;
    any_alarm: BooleanFeedback<Nothing>;
    any_recording: BooleanFeedback<Nothing>;
    muted: BooleanFeedback<Nothing>;
  };
  variables: Record<string, string | number | undefined>;
};
