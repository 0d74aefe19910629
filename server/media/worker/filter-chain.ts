import { FFmpegError, Filter, type FilterContext, FilterGraph } from 'node-av/lib';

/** A configured chain of FFmpeg filters: frames in at the source, out at the sink. */
export interface FilterChain {
  graph: FilterGraph;
  source: FilterContext;
  sink: FilterContext;
}

/**
 * Builds a chain of filters, each linked to the next; the first must be a buffer source, the last a buffer sink.
 * @param steps name and arguments of each filter, in FFmpeg's syntax
 * @throws Error where FFmpeg has no such filter or refuses the arguments
 */
export function createFilterChain(steps: [name: string, args?: string][]): FilterChain {
  const graph = new FilterGraph();
  graph.alloc();
  try {
    return { graph, ...configure(graph, steps) };
  } catch (error) {
    graph.free();
    throw error;
  }
}

function configure(graph: FilterGraph, steps: [name: string, args?: string][]): Omit<FilterChain, 'graph'> {
  const filters = steps.map(([name, args]) => {
    const filter = Filter.getByName(name);
    const context = filter && graph.createFilter(filter, name, args);
    if (!context) throw new Error(`FFmpeg has no filter ${name}=${args ?? ''}`);
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
