import type { SwitcherInput } from '../switcher';
import type { SceneItem } from './obs-protocol';

/** OBS's scenes, and those that it shows. */
export interface ObsState {
  /** Items of each scene and group, in OBS's order. */
  itemsByScene: ReadonlyMap<string, readonly SceneItem[]>;
  /** Scenes as listed, without groups. */
  scenes: readonly string[];
  /** Sources that are no scenes, with where they play from if that is known. */
  inputs: ReadonlyMap<string, string | undefined>;
  /** More than one while a transition mixes two. */
  programScenes: readonly string[];
  previewScene: string | null;
}

/** Each input and each scene of OBS: on program or preview if the scene there is it, or shows it at any depth. */
export function obsTally({ itemsByScene, scenes, inputs, programScenes, previewScene }: ObsState): SwitcherInput[] {
  const program = namesShownBy(itemsByScene, programScenes);
  const preview = namesShownBy(itemsByScene, previewScene === null ? [] : [previewScene]);
  const all = [
    ...[...inputs].map(([name, address]) => ({ name, address })),
    ...scenes.map((name) => ({ name, address: undefined })),
  ];
  return all.map(({ name, address }) => ({
    number: null,
    name,
    program: program.has(name),
    preview: preview.has(name),
    address,
  }));
}

/** The scenes and all that is enabled in them, in scenes within them, and in groups. */
function namesShownBy(itemsByScene: ObsState['itemsByScene'], scenes: readonly string[]): Set<string> {
  const shown = new Set<string>();
  const waiting = [...scenes];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    // Also where one contains the other, which OBS does not allow.
    if (shown.has(name)) continue;
    shown.add(name);
    for (const item of itemsByScene.get(name) ?? []) if (item.sceneItemEnabled) waiting.push(item.sourceName);
  }
  return shown;
}

/** Settings in which sources have the address that they play from: media source, VLC source, browser. */
const addressSettings = ['input', 'url', 'local_file'];

/** Where an input plays from by its settings; undefined where they do not say. */
export function addressOf(settings: Record<string, unknown>): string | undefined {
  const address = addressSettings
    .map((name) => settings[name])
    .find((value) => typeof value === 'string' && value !== '');
  return typeof address === 'string' ? address : undefined;
}
