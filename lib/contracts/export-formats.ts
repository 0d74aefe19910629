/** The files of single cameras; `ts` is what they sent, untouched. */
export type CameraFiles = 'mov' | 'mp4' | 'mkv' | 'ts';

/** An export format: its words, and what its exports hold. */
interface ExportFormatRow {
  /** On the button, and in a list. */
  name: string;
  text: string;
  /** Null: the show as it was cut, in one file. */
  cameraFiles: CameraFiles | null;
  /** A small version of each file may lie beside it, for editors that know such. */
  mayHaveProxies?: true;
  /** The cut of the show lies beside them (server/exporter/edit/edit-files.ts). */
  hasEdit?: true;
  /** All files are one archive that a program opens as it is. */
  isOneArchive?: true;
}

/** The formats of an export, the one that editors like best first. Without zod: screens load this. */
export const exportFormats = {
  mov: { name: 'MOV', text: 'MOV, with time code', cameraFiles: 'mov', mayHaveProxies: true },
  mp4: { name: 'MP4', text: 'MP4, with time code', cameraFiles: 'mp4', mayHaveProxies: true },
  mkv: { name: 'MKV', text: 'MKV', cameraFiles: 'mkv' },
  ts: { name: 'MPEG-TS', text: 'MPEG-TS (untouched)', cameraFiles: 'ts' },
  program: { name: 'Live cut', text: 'Finished program, one MP4', cameraFiles: null },
  // Editing programs read MOV best.
  otioz: {
    name: 'OTIOZ',
    text: 'DaVinci Resolve timeline with your cuts (.otioz)',
    cameraFiles: 'mov',
    hasEdit: true,
    isOneArchive: true,
  },
  fcpxml: {
    name: 'FCPXML',
    text: 'Final Cut Pro timeline with your cuts (FCPXML)',
    cameraFiles: 'mov',
    mayHaveProxies: true,
    hasEdit: true,
  },
  otio: {
    name: 'OTIO',
    text: 'OpenTimelineIO timeline with your cuts',
    cameraFiles: 'mov',
    mayHaveProxies: true,
    hasEdit: true,
  },
  edl: {
    name: 'EDL',
    text: 'EDLs with your cuts (CMX 3600)',
    cameraFiles: 'mov',
    mayHaveProxies: true,
    hasEdit: true,
  },
} as const satisfies Record<string, ExportFormatRow>;

export type ExportFormat = keyof typeof exportFormats;

export const exportFormatNames = Object.keys(exportFormats) as ExportFormat[];

/** Whether a text of a form names a format. */
export const isExportFormat = (text: string): text is ExportFormat => Object.hasOwn(exportFormats, text);

/** The formats whose row has a property of this value. */
type FormatWith<Part> = { [F in ExportFormat]: (typeof exportFormats)[F] extends Part ? F : never }[ExportFormat];

/** The formats with an edit. */
export type EditFormat = FormatWith<{ hasEdit: true }>;

export const isEditFormat = (format: ExportFormat): format is EditFormat => 'hasEdit' in exportFormats[format];

/** Whether an export may have proxies. */
export const mayHaveProxies = (format: ExportFormat): boolean => 'mayHaveProxies' in exportFormats[format];

/** Whether all files of an export are one archive. @param format may be one of a later version */
export const isOneArchive = (format: string): boolean =>
  isExportFormat(format) && 'isOneArchive' in exportFormats[format];

/** How much an export may have before and after its range, for an editor to trim: up to 10 s. */
export const maxHandlesMs = 10_000;
