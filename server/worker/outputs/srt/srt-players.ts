import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AVIO_FLAG_NONBLOCK, AVIO_FLAG_WRITE, type AVIOFlag } from 'node-av/constants';
import { FFmpegError, IOContext } from 'node-av/lib';
import { backoffMs } from '@/lib/core/backoff';
import type { Logger } from '@/lib/platform/log';
import { srtFault } from '../../srt-listener/srt-fault';
import { type SrtListenerOptions, srtListenerUrl } from '../../srt-listener/srt-listener-url';

export interface SrtPlayersOptions extends SrtListenerOptions {
  log: Logger;
}

/**
 * An SRT listener that gives every caller the camera's own packets from the next keyframe on. FFmpeg accepts one caller
 * per listener, so another opens after each.
 */
export class SrtPlayers {
  #options: SrtPlayersOptions;
  #players = new Set<Player>();
  #tables: Buffer = Buffer.alloc(0);

  constructor(options: SrtPlayersOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#players.size;
  }

  /** Accepts players as long as the process lives. @throws WorkerFault when another program has the port */
  async run(): Promise<never> {
    for (let failures = 0; ; ) {
      const player = await Player.accept(this.#options);
      if (typeof player !== 'number') {
        failures = 0;
        this.#players.add(player);
        // At once: it tells the router that the next player may call.
        this.#send(player, this.#tables);
        continue;
      }
      const fault = srtFault(player, 'players', this.#options);
      if (player === -constants.errno.EADDRINUSE) throw fault;
      this.#options.log.warn({ err: fault }, 'SRT output: no listener');
      await sleep(backoffMs(failures++, { firstMs: 100, capMs: 5_000 }));
    }
  }

  /** The program's tables have changed. */
  setTables(tables: Buffer): void {
    this.#tables = tables;
  }

  /** @param entry where in it a player can begin; null when it cannot */
  message(message: Buffer, entry: number | null): void {
    for (const player of this.#players) {
      if (player.isWatching) this.#send(player, message);
      else if (entry !== null) {
        player.isWatching = true;
        this.#send(player, this.#tables);
        this.#send(player, message.subarray(entry));
      }
    }
  }

  /** Data is missing: players continue at the next entry. */
  interrupt(): void {
    for (const player of this.#players) player.isWatching = false;
  }

  /** Says goodbye to all of them. */
  async close(): Promise<void> {
    const players = [...this.#players];
    this.#players.clear();
    await Promise.allSettled(players.map((player) => player.close()));
  }

  #send(player: Player, bytes: Buffer): void {
    const failure = bytes.length > 0 && this.#players.has(player) ? player.write(bytes) : null;
    if (!failure) return;
    const { log } = this.#options;
    this.#players.delete(player);
    log.info({ reason: failure.message }, 'SRT output: player gone');
    player.close().catch((error: unknown) => log.warn({ err: error }, 'SRT output: a player did not close'));
  }
}

/** One caller of the listener. */
class Player {
  /** Has had the tables and a keyframe. */
  isWatching = false;
  #io: IOContext;

  private constructor(io: IOContext) {
    this.#io = io;
  }

  /** Waits for one caller. @returns FFmpeg's error code when it cannot listen on the address */
  static async accept(options: SrtListenerOptions): Promise<Player | number> {
    const io = new IOContext();
    // Writing must not wait: a player with a full libsrt buffer is given up.
    const opened = await io.open2(srtListenerUrl(options), (AVIO_FLAG_WRITE | AVIO_FLAG_NONBLOCK) as AVIOFlag);
    if (opened < 0) return opened;
    // Each write goes out as one SRT message, unchanged.
    io.direct = 1;
    return new Player(io);
  }

  /** @returns why the player is lost, if it is */
  write(message: Buffer): Error | null {
    this.#io.writeSync(message);
    return this.#io.error < 0 ? new FFmpegError(this.#io.error) : null;
  }

  async close(): Promise<void> {
    await this.#io.closep();
  }
}
