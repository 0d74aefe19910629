// Without zod: screens load this.
import { alarms } from './alarms/alarm-kinds';

/** An alarm of any camera, by its code; or the loss of a camera on air alone. */
export const pushKinds: Readonly<Record<string, string>> = {
  lost_on_air: 'A camera on air is lost',
  ...Object.fromEntries(
    Object.values(alarms).map(({ finding, words }) => [finding, `Any camera: ${words.toLowerCase()}`]),
  ),
};

export const pushKindNames = Object.keys(pushKinds);

/** The kinds of a device that has not chosen. */
export const defaultPushKinds = ['lost_on_air'];
