/** The value within two limits that is nearest to one. */
export const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
