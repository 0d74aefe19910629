import { metricFigures } from '@/lib/contracts/metric-figures';
import { Prisma } from '@/prisma/generated/client';

/** A sum of integers is a bigint in Postgres; the column, and a number of JavaScript, is not. */
const maxCount = 2 ** 31 - 1;

const expression = (column: string, aggregate: string): string =>
  aggregate === 'sum' ? `least(sum(${column}), ${maxCount})::int` : `${aggregate}(${column})`;

/** Several samples of one stream as one, for SELECT: each figure's aggregate under its name in StreamMetric. */
export const sampleAggregates = Prisma.raw(
  metricFigures
    .map(({ column, property, aggregate }) => `${expression(column, aggregate)} AS "${property}"`)
    .join(', '),
);

/** The columns of the figures, in the order of {@link sampleAggregates}, for INSERT. */
export const figureColumns = Prisma.raw(metricFigures.map(({ column }) => column).join(', '));
