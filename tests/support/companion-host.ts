import type {
  CompanionActionDefinitions,
  CompanionFeedbackDefinitions,
  CompanionPresetDefinitions,
  InstanceBase,
} from '@companion-module/base';
import type { InstanceContext } from '@companion-module/base/host-api';
import type { SightlineTypes } from '@/integrations/companion/module-types';
import { until } from './until';

type Actions = SightlineTypes['actions'];
type Feedbacks = SightlineTypes['feedbacks'];
type Module = { default: new (context: unknown) => InstanceBase<SightlineTypes> };

/** Stands in for Companion: keeps a module's definitions and states, presses its buttons, and asks for feedbacks. */
export class CompanionHost {
  readonly log: string[] = [];
  status = '';
  variables: SightlineTypes['variables'] = {};
  presets: CompanionPresetDefinitions<SightlineTypes> = {};
  #actions: Partial<CompanionActionDefinitions<Actions>> = {};
  #feedbacks: Partial<CompanionFeedbackDefinitions<Feedbacks>> = {};
  readonly instance: InstanceBase<SightlineTypes>;

  /** @param module the packed module, as loaded */
  constructor(module: Module) {
    globalThis.COMPANION_LOGGER = (_source, level, text) => this.log.push(`${level}: ${text}`);
    const context: Partial<InstanceContext<SightlineTypes>> = {
      _isInstanceContext: true,
      id: 'sightline',
      label: 'show',
      upgradeScripts: [],
      updateStatus: (status, message) => {
        this.status = message === null ? status : `${status}: ${message}`;
      },
      setActionDefinitions: (actions) => {
        this.#actions = actions;
      },
      setFeedbackDefinitions: (feedbacks) => {
        this.#feedbacks = feedbacks;
      },
      setPresetDefinitions: (_sections, presets) => {
        this.presets = presets;
      },
      setVariableDefinitions: () => undefined,
      setVariableValues: (values) => Object.assign(this.variables, values),
      checkFeedbacks: () => undefined,
      checkAllFeedbacks: () => undefined,
    };
    this.instance = new module.default(context);
  }

  /** Presses a button with one action. */
  async press<Name extends keyof Actions & string>(name: Name, options: Actions[Name]['options']): Promise<void> {
    const definition = this.#actions[name];
    if (!definition) throw new Error(`The module has no action ${name}.`);
    const button = { id: 'a', controlId: 'b', actionId: name, surfaceId: 'deck', options };
    await definition.callback(button as never, {} as never);
  }

  /** Whether a feedback says so. */
  async isSo<Name extends keyof Feedbacks & string>(name: Name, options: Feedbacks[Name]['options']): Promise<boolean> {
    const definition = this.#feedbacks[name];
    if (!definition) throw new Error(`The module has no feedback ${name}.`);
    const event = { type: 'boolean', id: 'f', controlId: 'b', feedbackId: name, options, previousOptions: null };
    return await definition.callback(event as never, {} as never);
  }

  /** Waits until a feedback says so, or does not. */
  becomes<Name extends keyof Feedbacks & string>(
    name: Name,
    options: Feedbacks[Name]['options'],
    isSo = true,
  ): Promise<unknown> {
    return until(`${name} is ${isSo}`, async () => (await this.isSo(name, options)) === isSo);
  }
}
