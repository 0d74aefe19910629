import { FFmpegError, Filter, type FilterContext, FilterGraph, type HardwareDeviceContext } from 'node-av/lib';

/** Name and arguments of a filter, in FFmpeg's syntax. */
export type FilterStep = [name: string, args?: string];

/** A configured chain of FFmpeg filters: frames in at the source, out at the sink. */
export interface FilterChain {
  graph: FilterGraph;
  source: FilterContext;
  sink: FilterContext;
}

/**
 * Builds a chain of linked filters; the first must be a buffer source, the last a buffer sink.
 * @param device where filters keep frames that are not in memory
 * @throws Error when FFmpeg lacks a filter or refuses its arguments
 */
export function createFilterChain(steps: FilterStep[], device: HardwareDeviceContext | null = null): FilterChain {
  const graph = new FilterGraph();
  graph.alloc();
  try {
    return { graph, ...configure(graph, steps, device) };
  } catch (error) {
    graph.free();
    throw error;
  }
}

function configure(
  graph: FilterGraph,
  steps: FilterStep[],
  device: HardwareDeviceContext | null,
): Omit<FilterChain, 'graph'> {
  const filters = steps.map(([name, args]) => {
    const filter = Filter.getByName(name);
    const context = filter && graph.createFilter(filter, name, args);
    if (!context) throw new Error(`FFmpeg has no filter ${name}=${args ?? ''}`);
    if (device) context.hwDeviceCtx = device;
    return context;
  });
  for (const [index, filter] of filters.entries()) {
    const next = filters[index + 1];
    if (next) FFmpegError.throwIfError(filter.link(0, next, 0), `link ${filter.name} to ${next.name}`);
  }
  FFmpegError.throwIfError(graph.configSync(), 'configure filters');
  const source = filters[0];
  const sink = filters.at(-1);
  if (!source || !sink) throw new Error('A chain needs filters');
  return { source, sink };
}
