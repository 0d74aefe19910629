import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { ExportFormat } from '@/lib/contracts/export-formats';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { ApiClient } from '../../support/api/api-client';
import { childOf, workerPids } from '../../support/product/processes';
import { type Product, productEnv, removeDataDir, startProduct, stopProduct } from '../../support/product/product';
import { until } from '../../support/until';

/** The whole product, started for a benchmark, with one event; driven by its API. */
export class Show {
  private constructor(
    readonly env: Awaited<ReturnType<typeof productEnv>>,
    public product: Product,
    readonly api: ApiClient,
    readonly eventId: string,
  ) {}

  /** @param folder of the release; by default this one */
  static async start(overrides: Record<string, string> = {}, folder?: string): Promise<Show> {
    const env = { ...(await productEnv()), LOG_LEVEL: 'warn', ...overrides };
    const product = await startProduct(env, folder);
    return Show.#ofNewOrganization(env, product, 'Bench');
  }

  /** Another organization's show on the same product; only the first one is to be stopped. */
  addOrganization(name: string): Promise<Show> {
    return Show.#ofNewOrganization(this.env, this.product, name);
  }

  static async #ofNewOrganization(env: Show['env'], product: Product, name: string): Promise<Show> {
    const base = `http://${env.HOST}:${env.PORT}`;
    const user = { email: `${name.toLowerCase()}@example.org`, password: 'correct horse', first_name: 'Ben' };
    const api = await ApiClient.ofNewOrganization(base, user, name);
    const event = await api.call('POST /events', { body: { event: { name } } });
    return new Show(env, product, api, event.id);
  }

  get token(): string {
    return this.api.token ?? '';
  }

  get baseUrl(): string {
    return `http://${this.env.HOST}:${this.env.PORT}`;
  }

  /** Signs in all pages that a browser context opens from now on. */
  async signIn(context: BrowserContext): Promise<void> {
    await context.addInitScript((token) => localStorage.setItem('sl_token', token), this.token);
  }

  /** Adds cameras, switches them on. @returns their SRT addresses */
  async addCameras(count: number): Promise<string[]> {
    const streams: MemberStreamJson[] = [];
    // One after the other, for a page has them in the order in which they came to be.
    for (let number = 1; number <= count; number++) {
      const stream = { name: `Camera ${number}`, event_id: this.eventId, protocol: 'srt' } as const;
      streams.push(await this.api.call('POST /streams', { body: { stream } }));
    }
    await this.startStreams(streams.map(({ id }) => id));
    for (const { id } of streams) {
      await until(
        'the stream is active',
        async () => (await this.api.call('GET /streams/{id}', { params: { id } })).attributes.status === 'active',
        { timeoutMs: 30_000 },
      );
    }
    return streams.map(({ attributes }) => this.ingestAddress(attributes.stream_key));
  }

  /** Adds a camera that a phone sends, switches it on. @returns where to publish by WHIP, and where players receive */
  async addPhone(): Promise<{ whipPath: string; viewAddress: string }> {
    const stream = { name: 'Phone', event_id: this.eventId, source_kind: 'phone' } as const;
    const { id, attributes } = await this.api.call('POST /streams', { body: { stream } });
    await this.api.call('POST /streams/{id}/start', { params: { id } });
    await this.untilActive([id], 30_000);
    return { whipPath: `/whip/${attributes.stream_key}`, viewAddress: this.viewAddress(attributes.view_key) };
  }

  /** Where players receive a camera by SRT. */
  viewAddress(viewKey: string): string {
    return `srt://127.0.0.1:${this.env.SRT_VIEW_PORT}?mode=caller&streamid=${viewKey}`;
  }

  /** Makes a camera invite. @returns the path of its link */
  async invitePhones(label: string, count: number): Promise<string> {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { camera_invite: { label, max_uses: count, expires_at } };
    const invite = await this.api.call('POST /events/{id}/camera_invites', { params: { id: this.eventId }, body });
    return invite.attributes.path ?? '';
  }

  ingestAddress(streamKey: string): string {
    return `srt://127.0.0.1:${this.env.SRT_INGEST_PORT}?mode=caller&streamid=${streamKey}`;
  }

  /** Adds streams that are off. @returns their ids */
  async createStreams(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const stream = { name: `Spare ${index + 1}`, event_id: this.eventId, protocol: 'srt' } as const;
      ids.push((await this.api.call('POST /streams', { body: { stream } })).id);
    }
    return ids;
  }

  /** Switches every camera off. */
  async stopStreams(): Promise<void> {
    for (const { id } of await this.listStreams()) await this.api.call('POST /streams/{id}/stop', { params: { id } });
    await until('all workers are gone', () => this.workerPids().length === 0, { timeoutMs: 60_000 });
  }

  /** Switches streams on, all at once. */
  async startStreams(ids: string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.api.call('POST /streams/{id}/start', { params: { id } })));
  }

  /** Waits until these streams are ready to receive, and asks seldom: what is measured beside it shares the machine. */
  async untilActive(ids: string[], timeoutMs: number): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    for (;;) {
      const streams = await this.listStreams();
      const active = streams.filter(({ id, attributes }) => ids.includes(id) && attributes.status === 'active');
      if (active.length === ids.length) return;
      if (performance.now() > deadlineMs) throw new Error(`${active.length} of ${ids.length} streams are active`);
      await sleep(1_000);
    }
  }

  /** Records every camera. */
  async record(): Promise<void> {
    for (const { id } of await this.listStreams())
      await this.api.call('POST /streams/{id}/recording', { params: { id } });
  }

  /** Ends the recording of every camera. @returns the ids of all recordings */
  async stopRecording(): Promise<string[]> {
    for (const { id } of await this.listStreams())
      await this.api.call('DELETE /streams/{id}/recording', { params: { id } });
    return (await this.api.call('GET /events/{id}/recordings', { params: { id: this.eventId } })).map(({ id }) => id);
  }

  /** Exports recordings, and waits for the files. @returns how long that took, in seconds */
  async export(format: ExportFormat, recordingIds: string[]): Promise<number> {
    const order = { export: { format, recording_ids: recordingIds } };
    const startedMs = performance.now();
    const { id } = await this.api.call('POST /events/{id}/exports', { params: { id: this.eventId }, body: order });
    await until(
      'the export is done',
      async () => {
        const rows = await this.api.call('GET /events/{id}/exports', { params: { id: this.eventId } });
        const { status, fault } = rows.find((row) => row.id === id)?.attributes ?? {};
        if (status === 'failed') throw new Error(`The export has failed: ${fault}`);
        return status === 'done';
      },
      { timeoutMs: 600_000 },
    );
    return (performance.now() - startedMs) / 1_000;
  }

  /** Waits until every camera's video has arrived. */
  async untilLive(timeoutMs = 30_000): Promise<void> {
    await until(
      'all cameras are live',
      async () => (await this.listStreams()).every(({ attributes }) => attributes.signal === 'live'),
      { timeoutMs },
    );
  }

  /** The room of the event, and a viewer's token for it. */
  async readRoom(): Promise<{ url: string; token: string }> {
    const { attributes } = await this.api.call('GET /events/{id}', { params: { id: this.eventId } });
    return { url: attributes.livekit_url, token: attributes.livekit_token };
  }

  async removeCameras(): Promise<void> {
    for (const { id } of await this.listStreams()) await this.api.call('DELETE /streams/{id}', { params: { id } });
    await until('all workers are gone', () => this.workerPids().length === 0);
  }

  /** The pids of all workers that have a stream. */
  workerPids(): number[] {
    return workerPids(this.env.DATA_DIR);
  }

  /** The pids of the product's programs, by name. */
  readPids(): Record<'all-in-one' | 'web' | 'gateway' | 'livekit' | 'postgres', number> {
    return {
      'all-in-one': this.#pid,
      web: childOf(this.#pid, 'web.mjs'),
      gateway: this.gatewayPid,
      livekit: this.livekitPid,
      postgres: this.postgresPid,
    };
  }

  get gatewayPid(): number {
    return childOf(this.#pid, 'gateway.mjs');
  }

  get webPid(): number {
    return childOf(this.#pid, 'web.mjs');
  }

  get livekitPid(): number {
    return childOf(this.#pid, 'livekit');
  }

  get postgresPid(): number {
    return childOf(this.#pid, 'postgres');
  }

  /** Starts the product again that was killed. */
  async startAgain(): Promise<void> {
    this.product = await startProduct(this.env);
  }

  /** Stops the product in order and starts that of a folder, as `systemctl restart` does. */
  async restart(folder: string): Promise<void> {
    await stopProduct(this.product);
    this.product = await startProduct(this.env, folder);
  }

  async stop(): Promise<void> {
    await stopProduct(this.product);
    await removeDataDir(this.env);
  }

  get #pid(): number {
    if (!this.product.process.pid) throw new Error('the product is not running');
    return this.product.process.pid;
  }

  listStreams(): Promise<MemberStreamJson[]> {
    return this.api.call('GET /streams', { query: { event_id: this.eventId } });
  }
}
