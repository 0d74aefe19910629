import type { EditFormat } from '@/lib/contracts/export-formats';
import type { Edit } from './edit';
import { editDecisionLists } from './edit-decision-list';
import { finalCutProject } from './final-cut-project';
import { otioTimeline } from './otio-timeline';

/** Where an .otioz has its media. */
export const mediaFolder = 'media/';
/** The version of an .otioz's layout. */
const otiozVersion = '1.0.0';

/** The texts of an edit beside its media. */
export function editFiles(format: EditFormat, edit: Edit): { name: string; text: string }[] {
  switch (format) {
    case 'otioz':
      return [
        { name: 'version.txt', text: otiozVersion },
        { name: 'content.otio', text: otioTimeline(edit, mediaFolder) },
      ];
    case 'otio':
      return [{ name: 'edit.otio', text: otioTimeline(edit, '') }];
    case 'fcpxml':
      return [{ name: 'edit.fcpxml', text: finalCutProject(edit) }];
    case 'edl':
      return [
        ...listFiles('program', editDecisionLists(edit, 'Program', edit.program)),
        ...edit.angles.flatMap(({ cameraName, clips }, index) =>
          listFiles(`camera ${index + 1}`, editDecisionLists(edit, cameraName, clips)),
        ),
      ];
  }
}

/** The lists of one track: the first has the track's name, and further ones a number. */
const listFiles = (track: string, lists: { text: string }[]) =>
  lists.map(({ text }, index) => ({ name: `${track}${index === 0 ? '' : ` part ${index + 1}`}.edl`, text }));
