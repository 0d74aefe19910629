import { webEnv } from '@/lib/platform/env/web-env';

/** The address of a final report's page, for members. Without PUBLIC_URL, it is the path alone. */
export const reportPage = (eventId: string, reportId: string): string =>
  `${webEnv().PUBLIC_URL ?? ''}/events/${eventId}/report?report=${reportId}`;
