import type { ExportFormat } from '@/lib/contracts/exports';
import type { Edit } from './edit';
import { editDecisionList } from './edit-decision-list';
import { finalCutProject } from './final-cut-project';
import { otioTimeline } from './otio-timeline';

/** Where an .otioz has its media. */
export const mediaFolder = 'media/';
/** The version of an .otioz's layout. */
const otiozVersion = '1.0.0';

/** The texts of an edit beside its media. */
export function editFiles(
  format: Extract<ExportFormat, 'otioz' | 'otio' | 'fcpxml' | 'edl'>,
  edit: Edit,
): { name: string; text: string }[] {
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
        { name: 'program.edl', text: editDecisionList(edit, 'Program', edit.program) },
        ...edit.angles.map(({ cameraName, clips }, index) => ({
          name: `camera ${index + 1}.edl`,
          text: editDecisionList(edit, cameraName, clips),
        })),
      ];
  }
}
