import { z } from 'zod';

const latitude = 'Latitude must be a number from -90 to 90.';
const longitude = 'Longitude must be a number from -180 to 180.';

/** The fields of a point on Earth, in degrees north and east. */
export const pointShape = {
  latitude: z.number(latitude).min(-90, latitude).max(90, latitude),
  longitude: z.number(longitude).min(-180, longitude).max(180, longitude),
};
