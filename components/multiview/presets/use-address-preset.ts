import { type ActionDispatch, useEffect, useRef, useState } from 'react';
import type { PresetJson } from '@/lib/contracts/presets';
import { presetOfAddress } from '../multiview-address';
import type { MultiviewAction } from '../multiview-state';
import { recallAction } from './recall-action';

interface AddressPresetOptions {
  presets: readonly PresetJson[];
  /** The event's streams; empty until they are loaded. */
  ids: readonly string[];
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** Recalls the preset that the page's address names when it opens, once presets and cameras are loaded. */
export function useAddressPreset({ presets, ids, dispatch }: AddressPresetOptions): void {
  const [presetId] = useState(() => presetOfAddress(window.location.search));
  const isRecalled = useRef(false);
  const preset = presets.find(({ id }) => id === presetId);
  useEffect(() => {
    if (isRecalled.current || !preset || ids.length === 0) return;
    isRecalled.current = true;
    dispatch(recallAction(preset.attributes, ids));
  }, [preset, ids, dispatch]);
}
