import { z } from 'zod';
import { type Check, ok, warning } from '../finding';

const enough = 8_192;
const reportSchema = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) });

/** Whether this process may open as many files and sockets as a busy server needs. */
export const checkFiles: Check = async () => {
  const limit = reportSchema.safeParse(process.report.getReport()).data?.userLimits.open_files.soft ?? Number.NaN;
  if (Number.isNaN(limit)) return [ok('files', 'There is no limit of open files and sockets.')];
  const text = `This process may have ${limit} files and sockets open.`;
  if (limit >= enough) return [ok('files', text)];
  const fix = 'Raise it to 65536: LimitNOFILE in systemd, ulimits in Compose, or `ulimit -n` before the start.';
  return [warning('files', text, fix)];
};
