import { InstanceBase, InstanceStatus, type SomeCompanionConfigField } from '@companion-module/base';
import type { SightlineTypes } from './module-types';
import { Session } from './session';

/** Old buttons need no changes yet. */
export const UpgradeScripts = [];

/** A connection of Bitfocus Companion to one event of a server. */
export default class SightlineInstance extends InstanceBase<SightlineTypes> {
  #stop: () => void = () => undefined;

  async init(
    config: SightlineTypes['config'],
    _isFirstInit: boolean,
    secrets: SightlineTypes['secrets'],
  ): Promise<void> {
    this.#connect(config, secrets);
  }

  async configUpdated(config: SightlineTypes['config'], secrets: SightlineTypes['secrets']): Promise<void> {
    this.#stop();
    this.#connect(config, secrets);
  }

  async destroy(): Promise<void> {
    this.#stop();
  }

  getConfigFields(): SomeCompanionConfigField[] {
    return [
      {
        id: 'server',
        type: 'textinput',
        label: 'Server',
        width: 12,
        default: '',
        description: 'As in the browser, such as https://sightline.example',
      },
      {
        id: 'token',
        type: 'secret-text',
        label: 'API token',
        width: 12,
        description: 'Organization → API tokens. One that may write; one that may only read shows states alone.',
      },
      {
        id: 'event',
        type: 'textinput',
        label: 'Event',
        width: 12,
        default: '',
        description: 'Its name. Empty: the newest event.',
      },
    ];
  }

  #connect({ server, event }: SightlineTypes['config'], secrets: SightlineTypes['secrets'] | undefined): void {
    const origin = originOf(server);
    const token = secrets?.token.trim();
    if (origin === null || !token) {
      this.updateStatus(InstanceStatus.BadConfig, origin === null ? 'Enter the server.' : 'Enter an API token.');
      return;
    }
    this.updateStatus(InstanceStatus.Connecting);
    const session = new Session(this, { origin, token, event: event.trim() });
    this.#stop = () => session.stop();
  }
}

/** The origin of what was typed, https unless it says otherwise; null where it is no address. */
function originOf(server: string): string | null {
  const text = server.trim();
  try {
    return text === '' ? null : new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`).origin;
  } catch {
    return null;
  }
}
