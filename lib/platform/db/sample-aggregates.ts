import { metricFigures } from '@/lib/contracts/metric-figures';
import { Prisma } from '@/prisma/generated/client';

/** Postgres sums integers into a bigint, which neither the column nor a JavaScript number is. */
const maxCount = 2 ** 31 - 1;

const expression = (column: string, aggregate: string): string =>
  aggregate === 'sum' ? `least(sum(${column}), ${maxCount})::int` : `${aggregate}(${column})`;

/** Aggregates several samples of one stream into one, for SELECT: each figure under its name in StreamMetric. */
export const sampleAggregates = Prisma.raw(
  metricFigures
    .map(({ column, property, aggregate }) => `${expression(column, aggregate)} AS "${property}"`)
    .join(', '),
);

/** The columns of the figures, in the order of {@link sampleAggregates}, for INSERT. */
export const figureColumns = Prisma.raw(metricFigures.map(({ column }) => column).join(', '));
