import type { Page } from '@playwright/test';
import { metricFigures } from '@/lib/contracts/metric-figures';

/** A value that no page knows. */
export const unheardOf = 'unheard-of';

/** The attributes of the API whose values are of a list, which a newer server may have more of. */
const listed = new Set([
  ...['access', 'action', 'alert_level', 'check', 'code', 'event_type', 'kind', 'latency', 'level', 'mode', 'role'],
  ...['severity', 'signal', 'slug', 'status', 'tally', 'type'],
]);

/** Replaces every such value, wherever it is, but for those of the attributes in `kept`. */
function replaceValues(value: unknown, kept: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceValues(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, old]) => {
      const isReplaced = typeof old === 'string' && listed.has(name) && !kept.includes(name);
      return [name, isReplaced ? unheardOf : replaceValues(old, kept)];
    }),
  );
}

interface Row {
  attributes: object;
}

const now = new Date().toISOString();
const finding = { code: '', severity: '', sentence: 'Found.', fix: 'Mend it.', settings: null, since: now };
const incident = { code: '', severity: '', message: 'Happened.', occurred_at: now };
const sample = Object.fromEntries(metricFigures.map(({ name, example }) => [name, example]));
const live = {
  status: 'active',
  signal: 'live',
  findings: [finding],
  media: { video: null, audio: null, mode: '', reason: null },
};

/** The rows of an answer, with what a quiet organization does not have. */
function withMore(path: string, rows: Row[]): unknown[] {
  if (path.endsWith('/metrics')) return [{ ...sample, recorded_at: now }];
  if (path.endsWith('/incidents')) return [{ id: 'incident', attributes: incident }];
  if (path.endsWith('/streams')) return rows.map((row) => ({ ...row, attributes: { ...row.attributes, ...live } }));
  return rows;
}

/**
 * Answers every call of a page as a newer server might: with values that the page does not know.
 * @param kept the attributes whose values are left as they are
 */
export async function answerUnknownValues(page: Page, kept: readonly string[]): Promise<void> {
  await page.route(/\/api\/v1\//, async (route) => {
    const response = await route.fetch();
    if (!response.ok() || response.status() === 204) return route.fulfill({ response });
    const { pathname } = new URL(route.request().url());
    const body = (await response.json()) as { data: unknown };
    const data = Array.isArray(body.data) ? withMore(pathname, body.data) : body.data;
    return route.fulfill({ response, json: replaceValues({ ...body, data }, kept) });
  });
}
