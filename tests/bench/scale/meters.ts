import { setTimeout as sleep } from 'node:timers/promises';
import { db } from '@/lib/platform/db/db';
import { descendants } from '../../support/product/processes';
import { cpuSeconds, endedChildrenCpuSeconds } from '../support/process-usage';

/** The pid of each measured part of the control plane. */
export type Parts = Record<'gateway' | 'web' | 'postgres', number>;

export interface Cost {
  seconds: number;
  /** Core-seconds, of user and system together. */
  cpuSeconds: Record<keyof Parts, number>;
  statements: number;
  /** The INSERTs of samples, and how long Postgres ran them. */
  inserts: { statements: number; seconds: number; rows: number };
}

interface Reading {
  atMs: number;
  cpu: Record<keyof Parts, number>;
  statements: number;
  inserts: Cost['inserts'];
}

/** Postgres with all its children; one that ends takes its seconds along, so that its parent's count of those is added. */
function postgresCpuSeconds(pid: number): number {
  const ownSeconds = cpuSeconds(pid) + endedChildrenCpuSeconds(pid);
  return descendants(pid).reduce((sum, child) => sum + cpuSeconds(child.pid), ownSeconds);
}

async function read(parts: Parts): Promise<Reading> {
  const [all] = await db().$queryRaw<{ calls: number }[]>`SELECT sum(calls)::float8 AS calls FROM pg_stat_statements`;
  const [inserts] = await db().$queryRaw<Cost['inserts'][]>`
    SELECT coalesce(sum(calls), 0)::float8 AS statements, coalesce(sum(total_exec_time), 0) / 1000 AS seconds,
      coalesce(sum(rows), 0)::float8 AS rows
    FROM pg_stat_statements WHERE query LIKE 'INSERT INTO stream_metrics%'`;
  return {
    atMs: performance.now(),
    cpu: {
      gateway: cpuSeconds(parts.gateway),
      web: cpuSeconds(parts.web),
      postgres: postgresCpuSeconds(parts.postgres),
    },
    statements: all?.calls ?? 0,
    inserts: inserts ?? { statements: 0, seconds: 0, rows: 0 },
  };
}

/** Measures what some work costs the control plane, by the kernel's and Postgres's accounting (proc(5); Linux only). */
export async function measureCost(parts: Parts, work: () => Promise<void>): Promise<Cost> {
  const before = await read(parts);
  await work();
  const after = await read(parts);
  const spent = (part: keyof Parts) => after.cpu[part] - before.cpu[part];
  return {
    seconds: (after.atMs - before.atMs) / 1000,
    cpuSeconds: { gateway: spent('gateway'), web: spent('web'), postgres: spent('postgres') },
    statements: after.statements - before.statements,
    inserts: {
      statements: after.inserts.statements - before.inserts.statements,
      seconds: after.inserts.seconds - before.inserts.seconds,
      rows: after.inserts.rows - before.inserts.rows,
    },
  };
}

/** Measures the control plane while nobody does anything. */
export const measureRest = (parts: Parts, durationMs: number): Promise<Cost> =>
  measureCost(parts, () => sleep(durationMs));

/** The statements that Postgres has run longest since it was asked last. */
export async function readLongestStatements(count: number): Promise<{ query: string; calls: number; ms: number }[]> {
  const rows = await db().$queryRaw<{ query: string; calls: number; ms: number }[]>`
    SELECT regexp_replace(left(query, 400), '\\s+', ' ', 'g') AS query, calls::float8 AS calls, total_exec_time AS ms
    FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT ${count}`;
  await db().$queryRaw`SELECT pg_stat_statements_reset()`;
  return rows;
}
