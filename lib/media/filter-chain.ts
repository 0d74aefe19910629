import { FFmpegError, Filter, type FilterContext, FilterGraph, type HardwareDeviceContext } from 'node-av/lib';

/** Name and arguments of a filter, in FFmpeg's syntax. */
export type FilterStep = [name: string, args?: string];

/** A configured chain of FFmpeg filters: frames in at the source, out at the sink. */
export class FilterChain {
  readonly source: FilterContext;
  readonly sink: FilterContext;
  readonly #graph = new FilterGraph();

  /**
   * @param steps the first is a buffer source, the last a buffer sink
   * @param device where filters keep frames that are not in memory
   * @throws Error when FFmpeg lacks a filter or refuses its arguments
   */
  constructor(steps: FilterStep[], device: HardwareDeviceContext | null = null) {
    this.#graph.alloc();
    try {
      const filters = steps.map((step) => this.#create(step, device));
      for (const [index, filter] of filters.entries()) {
        const next = filters[index + 1];
        if (next) FFmpegError.throwIfError(filter.link(0, next, 0), `link ${filter.name} to ${next.name}`);
      }
      FFmpegError.throwIfError(this.#graph.configSync(), 'configure filters');
      const [source] = filters;
      const sink = filters.at(-1);
      if (!source || !sink) throw new Error('A chain needs filters');
      this.source = source;
      this.sink = sink;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#graph.free();
  }

  #create([name, args]: FilterStep, device: HardwareDeviceContext | null): FilterContext {
    const filter = Filter.getByName(name);
    const context = filter && this.#graph.createFilter(filter, name, args);
    if (!context) throw new Error(`FFmpeg has no filter ${name}=${args ?? ''}`);
    if (device) context.hwDeviceCtx = device;
    return context;
  }
}
