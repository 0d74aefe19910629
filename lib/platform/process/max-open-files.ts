import { z } from 'zod';

const reportSchema = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) });

/** How many files and sockets this process may open; null without a limit, as on Windows. */
export function readMaxOpenFiles(): number | null {
  // Otherwise the report would look up the host name of every peer, one by one, and block everything else.
  Object.assign(process.report, { excludeNetwork: true });
  const limit = reportSchema.safeParse(process.report.getReport()).data?.userLimits.open_files.soft;
  return limit === undefined || Number.isNaN(limit) ? null : limit;
}
