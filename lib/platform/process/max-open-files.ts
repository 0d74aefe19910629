import { z } from 'zod';

const reportSchema = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) });

/** How many files and sockets this process may have open; null where there is no limit, and on Windows, which has none. */
export function readMaxOpenFiles(): number | null {
  // Or the report would look up the name of whoever is connected, one after the other, while everything else waits.
  Object.assign(process.report, { excludeNetwork: true });
  const limit = reportSchema.safeParse(process.report.getReport()).data?.userLimits.open_files.soft;
  return limit === undefined || Number.isNaN(limit) ? null : limit;
}
