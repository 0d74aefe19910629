import { Filter, type FilterContext, FilterGraph } from 'node-av/lib';
import { MuxError } from '../mux-error';

/** A chain of FFmpeg filters: frames in at the source, out at the sink. */
export class FilterChain {
  readonly source: FilterContext;
  readonly sink: FilterContext;
  readonly #graph = new FilterGraph();

  /**
   * @param steps names and arguments, in FFmpeg's syntax; the first is a buffer source, the last a buffer sink
   * @throws MuxError for what cannot be filtered
   */
  constructor(steps: [name: string, args?: string][]) {
    this.#graph.alloc();
    const contexts = steps.map(([name, args]) => {
      const filter = Filter.getByName(name);
      const context = filter && this.#graph.createFilter(filter, name, args);
      if (!context) throw new MuxError('damaged', `FFmpeg refuses ${name}=${args ?? ''}.`);
      return context;
    });
    for (const [index, context] of contexts.entries()) {
      const next = contexts[index + 1];
      if (next) MuxError.check(context.link(0, next, 0), 'damaged', 'Filters cannot be linked');
    }
    MuxError.check(this.#graph.configSync(), 'damaged', 'Filters cannot be set up');
    const [source] = contexts;
    const sink = contexts.at(-1);
    if (!source || !sink) throw new MuxError('damaged', 'A chain needs filters.');
    this.source = source;
    this.sink = sink;
  }

  close(): void {
    this.#graph.free();
  }
}
