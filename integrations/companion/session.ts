import { type InstanceBase, InstanceStatus } from '@companion-module/base';
import { ApiError } from '@/lib/browser/api/api-error';
import { CableConsumer } from '@/lib/browser/data/cable-consumer';
import type { MessageOf, StreamMetricsMessage } from '@/lib/contracts/cable-messages';
import type { PresetJson } from '@/lib/contracts/presets';
import { makeActions } from './actions';
import { type Call, makeCall } from './call';
import { makeFeedbacks } from './feedbacks';
import type { SightlineTypes } from './module-types';
import { makePresets } from './presets';
import { PtzHands } from './ptz-hands';
import { followedLists, isOn, Show } from './show';
import { defineVariables, readVariables } from './variables';

interface SessionOptions {
  /** The server's address, such as https://sightline.example */
  origin: string;
  /** An API token. */
  token: string;
  /** The event's name or id; empty for the newest one. */
  event: string;
}

/** The server refuses more subscriptions of one connection; some are lists. */
const maxSampledCameras = 90;
/** Messages that come together change buttons once. */
const gatherMs = 10;
/** The end of muted alarms is no message. */
const muteCheckMs = 1_000;

/** Keeps the buttons of one connection true from its start until it is stopped, and does what they say. */
export class Session {
  readonly #host: InstanceBase<SightlineTypes>;
  readonly #wanted: string;
  readonly #show: Show;
  readonly #call: Call;
  readonly #hands: PtzHands;
  readonly #cable: CableConsumer;
  readonly #sampled = new Map<string, () => void>();
  readonly #ends: (() => void)[];
  #presets: { eventId: string; list: PresetJson[] } | null = null;
  /** Definitions are made anew when this changes. */
  #defined = '';
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(host: InstanceBase<SightlineTypes>, { origin, token, event }: SessionOptions) {
    this.#host = host;
    this.#wanted = event;
    this.#show = new Show(event);
    this.#call = makeCall(origin, token);
    this.#hands = new PtzHands({
      send: (id, ptz) => this.#call('POST /streams/{id}/ptz', { params: { id }, body: { ptz } }),
      onFailure: (error) => this.#report(error),
    });
    this.#cable = new CableConsumer({
      url: `${origin.replace(/^http/, 'ws')}/cable`,
      token,
      onUnauthorized: () => host.updateStatus(InstanceStatus.AuthenticationFailure, 'The API token is not valid.'),
      // It connects again by itself, and is told all that the new role may see.
      onRoleChanged: () => undefined,
    });
    for (const channel of followedLists) {
      this.#cable.subscribe(
        { channel },
        {
          onMessage: (message) => {
            this.#show.takeChange(channel, message as MessageOf<typeof channel>);
            this.#refreshSoon();
          },
          onConfirm: () => this.#loadPresets(),
        },
      );
    }
    const muteCheck = setInterval(() => host.checkFeedbacks('muted'), muteCheckMs);
    this.#ends = [
      () => clearInterval(muteCheck),
      this.#cable.connection.subscribe(() => this.#refreshSoon()),
      this.#cable.start(),
    ];
  }

  /** Disconnects, and stops cameras that move. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#refresh);
    this.#hands.stopAll();
    for (const end of this.#ends) end();
  }

  #refreshSoon(): void {
    this.#refresh ??= setTimeout(() => {
      this.#refresh = undefined;
      this.#refreshNow();
    }, gatherMs);
  }

  #refreshNow(): void {
    const { event, cameras } = this.#show;
    this.#showStatus();
    if (event && event.id !== this.#presets?.eventId) this.#loadPresets();
    const shape = JSON.stringify([
      event?.id,
      cameras.map(({ attributes: { number, name, ptz } }) => [number, name, ptz?.presets]),
      this.#presets,
    ]);
    if (shape !== this.#defined) {
      this.#defined = shape;
      this.#define();
    }
    this.#followSamples();
    this.#host.setVariableValues(readVariables(this.#show));
    this.#host.checkAllFeedbacks();
  }

  #showStatus(): void {
    const host = this.#host;
    if (!this.#cable.isConnected) host.updateStatus(InstanceStatus.ConnectionFailure, 'The server cannot be reached.');
    else if (this.#show.event) host.updateStatus(InstanceStatus.Ok);
    else if (this.#wanted === '') host.updateStatus(InstanceStatus.UnknownWarning, 'There is no event yet.');
    else host.updateStatus(InstanceStatus.BadConfig, `There is no event “${this.#wanted}”.`);
  }

  #define(): void {
    const host = this.#host;
    const actions = makeActions({
      show: this.#show,
      call: this.#call,
      hands: this.#hands,
      presets: this.#presets?.list ?? [],
    });
    host.setActionDefinitions(this.#reporting(actions));
    host.setFeedbackDefinitions(makeFeedbacks(this.#show));
    host.setVariableDefinitions(defineVariables(this.#show));
    const { sections, presets } = makePresets(this.#show, host.label);
    host.setPresetDefinitions(sections, presets);
  }

  /** The same actions, whose failures are a line of the log. */
  #reporting<Actions extends ReturnType<typeof makeActions>>(actions: Actions): Actions {
    for (const action of Object.values(actions)) {
      if (!action) continue;
      const run = action.callback as (...parts: unknown[]) => unknown;
      action.callback = async (...parts: unknown[]) => {
        try {
          await run(...parts);
        } catch (error) {
          this.#report(error);
        }
      };
    }
    return actions;
  }

  #report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#host.log('error', message);
    if (error instanceof ApiError && error.status === 403)
      this.#host.updateStatus(InstanceStatus.InsufficientPermissions, message);
  }

  #loadPresets(): void {
    const id = this.#show.event?.id;
    if (id === undefined) return;
    this.#presets = { eventId: id, list: this.#presets?.eventId === id ? this.#presets.list : [] };
    this.#call('GET /events/{id}/presets', { params: { id } }).then(
      ({ data }) => {
        if (this.#isStopped || this.#show.event?.id !== id) return;
        this.#presets = { eventId: id, list: data };
        this.#refreshSoon();
      },
      // It is asked again with the next connection.
      (error) => this.#report(error),
    );
  }

  /** Follows the figures of the cameras that are on. */
  #followSamples(): void {
    const wanted = new Set(
      this.#show.cameras
        .filter(isOn)
        .slice(0, maxSampledCameras)
        .map(({ id }) => id),
    );
    for (const [id, end] of this.#sampled) {
      if (wanted.has(id)) continue;
      end();
      this.#sampled.delete(id);
    }
    for (const id of wanted) {
      if (this.#sampled.has(id)) continue;
      const end = this.#cable.subscribe(
        { channel: 'StreamMetricsChannel', stream_id: id },
        {
          onMessage: (message) => {
            this.#show.takeSample(id, (message as StreamMetricsMessage).metrics);
            this.#refreshSoon();
          },
        },
      );
      this.#sampled.set(id, end);
    }
  }
}
