import { type FrameRate, framesPerSecond } from './frame-rate';

const usPerDay = 86_400 * 1e6;

/** Whether a rate's time code leaves out numbers, so that it keeps to the clock (SMPTE ST 12-1). */
export const isDropFrame = ({ num, den }: FrameRate): boolean => den === 1_001 && num % 30_000 === 0;

/** The frame of the day (UTC) that begins next to a moment. @param wallUs microseconds since 1970 */
export const frameOfDay = (wallUs: number, rate: FrameRate): number =>
  Math.round(((wallUs % usPerDay) / 1e6) * framesPerSecond(rate));

/** A count of frames as HH:MM:SS:FF, and with a semicolon before the frames where numbers are left out. */
export function timeCodeOf(frames: number, rate: FrameRate): string {
  const nominal = Math.round(framesPerSecond(rate));
  const number = isDropFrame(rate) ? withDropped(frames, nominal) : frames;
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
