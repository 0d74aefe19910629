import { type FrameRate, framesPerSecond } from './frame-rate';

const secondsPerDay = 86_400;
const usPerDay = secondsPerDay * 1e6;

/** Whether a rate's time code leaves out numbers, so that it keeps to the clock (SMPTE ST 12-1). */
export const isDropFrame = ({ num, den }: FrameRate): boolean => den === 1_001 && num % 30_000 === 0;

/** The numbers of a second of time code. */
const nominalRate = (rate: FrameRate): number => Math.round(framesPerSecond(rate));

/** The numbers of a day of time code. */
export const framesPerDay = (rate: FrameRate): number => {
  const nominal = nominalRate(rate);
  return secondsPerDay * nominal - (isDropFrame(rate) ? (nominal / 15) * 9 * 144 : 0);
};

/**
 * The frame whose time code is next to a moment's time of day. A rate such as 23.976 has whole numbers in each second. Its
 * time code is the time of day where it begins, and then falls behind by 3.6 s an hour.
 * @param localUs microseconds since 1970 by the clock on the wall
 */
export function frameOfDay(localUs: number, rate: FrameRate): number {
  const seconds = (((localUs % usPerDay) + usPerDay) % usPerDay) / 1e6;
  return Math.round(seconds * (isDropFrame(rate) ? framesPerSecond(rate) : nominalRate(rate))) % framesPerDay(rate);
}

/**
 * A count of frames as HH:MM:SS:FF, and with a semicolon before the frames where numbers are left out. After midnight it
 * begins anew.
 */
export function timeCodeOf(frames: number, rate: FrameRate): string {
  const nominal = nominalRate(rate);
  const ofDay = frames % framesPerDay(rate);
  const number = isDropFrame(rate) ? withDropped(ofDay, nominal) : ofDay;
  const parts = [number / (nominal * 3_600), (number / (nominal * 60)) % 60, (number / nominal) % 60];
  const [hours = '', minutes = '', seconds = ''] = parts.map((part) => twoDigits(Math.floor(part)));
  const last = String(number % nominal).padStart(String(nominal - 1).length, '0');
  return `${hours}:${minutes}:${seconds}${isDropFrame(rate) ? ';' : ':'}${last.padStart(2, '0')}`;
}

/** Each minute but every tenth leaves out its first two numbers, or four at twice the rate. */
function withDropped(frames: number, nominal: number): number {
  const dropped = nominal / 15;
  const perMinute = nominal * 60 - dropped;
  const perTenMinutes = nominal * 600 - dropped * 9;
  const tens = Math.floor(frames / perTenMinutes);
  const rest = frames % perTenMinutes;
  const minutes = rest < nominal * 60 ? 0 : 1 + Math.floor((rest - nominal * 60) / perMinute);
  return frames + dropped * (9 * tens + minutes);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
