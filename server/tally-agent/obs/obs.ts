import { urlHost } from '@/lib/core/url-host';
import type { OnInputs, Switcher } from '../switcher';
import { ObsConnection } from './obs-connection';
import {
  inputListSchema,
  inputSettingsSchema,
  type SceneItem,
  sceneItemsSchema,
  sceneListSchema,
} from './obs-protocol';
import { addressOf, type ObsState, obsTally } from './obs-tally';

/** OBS by obs-websocket 5, which is part of OBS from version 28 on. Without studio mode it has no preview. */
export function obs({ host, port, passwords }: { host: string; port: number; passwords: readonly string[] }): Switcher {
  return {
    name: `OBS at ${host}:${port}`,
    async follow(signal, onInputs) {
      const follower = new ObsFollower(onInputs);
      const url = `ws://${urlHost(host)}:${port}`;
      const connection = await ObsConnection.open(url, passwords, follower.onEvent, signal);
      try {
        await follower.run(connection);
      } finally {
        connection.close();
      }
      if (!signal.aborted) throw new Error('OBS has closed the connection.');
    },
  };
}

/** Interval between readings of the scenes without an event. The answer is a sign of life. */
const refreshMs = 1_500;

/** They do not affect the picture. */
const unimportant = ['SceneItemSelected', 'SceneItemLockStateChanged', 'SceneTransitionVideoEnded'];

/** Keeps what OBS shows: by its events where they say it, else by reading it again. */
class ObsFollower {
  readonly #onInputs: OnInputs;
  #state: ObsState | null = null;
  /** A transition mixes two scenes. */
  #isMixing = false;
  #stale: 'everything' | 'scenes' | null = 'everything';
  #wake = () => {};

  constructor(onInputs: OnInputs) {
    this.#onInputs = onInputs;
  }

  readonly onEvent = (type: string, { sceneName }: Record<string, unknown>): void => {
    if (unimportant.includes(type)) return;
    switch (type) {
      case 'CurrentProgramSceneChanged':
        this.#isMixing = false;
        if (this.#state && typeof sceneName === 'string') this.#show({ ...this.#state, programScenes: [sceneName] });
        // An answer that is under way may be older than this event.
        this.#read('scenes');
        break;
      case 'CurrentPreviewSceneChanged':
        if (this.#state && typeof sceneName === 'string') this.#show({ ...this.#state, previewScene: sceneName });
        this.#read('scenes');
        break;
      case 'SceneTransitionStarted':
      case 'SceneTransitionEnded':
        this.#isMixing = type === 'SceneTransitionStarted';
        this.#read('scenes');
        break;
      default:
        this.#read('everything');
    }
  };

  /** Reads whenever something has to be read, until the connection ends. */
  async run(connection: ObsConnection): Promise<void> {
    let isOpen = true;
    const ended = connection.ended().then(() => {
      isOpen = false;
    });
    const refresh = setInterval(() => this.#read('scenes'), refreshMs);
    try {
      while (isOpen) {
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        if (this.#stale === null) await Promise.race([woken, ended]);
        else await this.#refresh(connection);
      }
    } finally {
      clearInterval(refresh);
    }
  }

  async #refresh(connection: ObsConnection): Promise<void> {
    const stale = this.#stale;
    this.#stale = null;
    if (stale === 'everything' || !this.#state) return this.#show(this.#mixed(await readState(connection)));
    const { program, preview } = await readScenes(connection);
    this.#show(this.#mixed({ ...this.#state, programScenes: program, previewScene: preview }));
  }

  #show(state: ObsState): void {
    this.#state = state;
    this.#onInputs(obsTally(state), null);
  }

  #read(what: 'everything' | 'scenes'): void {
    if (this.#stale !== 'everything') this.#stale = what;
    this.#wake();
  }

  /**
   * OBS says at the end of a transition which scene it led to. In studio mode it leads to the preview, so until the end both
   * are on air.
   */
  #mixed(state: ObsState): ObsState {
    if (!this.#isMixing) return state;
    const { programScenes, previewScene } = state;
    const all = [...(this.#state?.programScenes ?? []), ...programScenes, previewScene];
    return { ...state, programScenes: [...new Set(all.filter((scene) => scene !== null))] };
  }
}

async function readScenes(connection: ObsConnection) {
  const list = await connection.require('GetSceneList', sceneListSchema);
  // OBS lists from the bottom up.
  const scenes = list.scenes.toSorted((one, other) => other.sceneIndex - one.sceneIndex);
  return {
    names: scenes.map(({ sceneName }) => sceneName),
    program: list.currentProgramSceneName === null ? [] : [list.currentProgramSceneName],
    preview: list.currentPreviewSceneName,
  };
}

async function readState(connection: ObsConnection): Promise<ObsState> {
  const { inputs } = await connection.require('GetInputList', inputListSchema);
  const addresses = await Promise.all(
    inputs.map(async ({ inputName }) => {
      const answer = await connection.find('GetInputSettings', inputSettingsSchema, { inputName });
      return [inputName, answer ? addressOf(answer.inputSettings) : undefined] as const;
    }),
  );
  const { names, program, preview } = await readScenes(connection);
  const itemsByScene = new Map<string, SceneItem[]>();
  const readItems = async (request: string, sceneName: string) => {
    const answer = await connection.find(request, sceneItemsSchema, { sceneName });
    const items = answer?.sceneItems ?? [];
    itemsByScene.set(sceneName, items);
    const groups = items.filter(({ isGroup }) => isGroup);
    await Promise.all(groups.map(({ sourceName }) => readItems('GetGroupSceneItemList', sourceName)));
  };
  await Promise.all(names.map((scene) => readItems('GetSceneItemList', scene)));
  return { itemsByScene, scenes: names, inputs: new Map(addresses), programScenes: program, previewScene: preview };
}
