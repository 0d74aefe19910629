import { readMaxOpenFiles } from '@/lib/platform/process/max-open-files';
import { type Check, ok, warning } from '../finding';

const enough = 8_192;

/** Whether this process may open as many files and sockets as a busy server needs. */
export const checkFiles: Check = async () => {
  const limit = readMaxOpenFiles();
  if (limit === null) return [ok('files', 'There is no limit of open files and sockets.')];
  const text = `This process may have ${limit} files and sockets open.`;
  if (limit >= enough) return [ok('files', text)];
  const fix = 'Raise it to 65536: LimitNOFILE in systemd, ulimits in Compose, or `ulimit -n` before the start.';
  return [warning('files', text, fix)];
};
