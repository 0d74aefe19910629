export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/**
 * Where each endpoint is, by its name: its method, and its path below /api/v1 with placeholders such as {id}. The browser
 * calls by address and loads only this table's types.
 */
export const addresses = {
  signUp: 'POST /auth/signup',
  logIn: 'POST /auth/login',
  logOut: 'POST /auth/logout',
  getAccount: 'GET /auth/me',

  updateAccount: 'PATCH /auth/me',
  changePassword: 'PUT /auth/password',
  changeEmail: 'PUT /auth/email',
  confirmEmail: 'PUT /auth/email_change',
  listAuthSessions: 'GET /auth/sessions',
  endAuthSession: 'DELETE /auth/sessions/{id}',
  endOtherAuthSessions: 'DELETE /auth/sessions',

  switchOrganization: 'POST /auth/switch',

  countOrganization: 'GET /organization',
  updateOrganization: 'PATCH /organization',
  leaveOrganization: 'POST /organization/leave',
  deleteOrganization: 'POST /organization/delete',
  listMembers: 'GET /members',
  updateMember: 'PATCH /members/{id}',
  removeMember: 'DELETE /members/{id}',
  listInvitations: 'GET /invitations',
  createInvitation: 'POST /invitations',
  revokeInvitation: 'DELETE /invitations/{id}',
  findInvitation: 'POST /invitations/find',
  acceptInvitation: 'POST /invitations/accept',
  joinOrganization: 'POST /invitations/join',

  requestPasswordReset: 'POST /auth/password_reset',
  resetPassword: 'PUT /auth/password_reset',
  makePasswordResetLink: 'POST /members/{id}/password_reset_link',
  openSsoSession: 'POST /auth/sso_session',

  listEvents: 'GET /events',
  createEvent: 'POST /events',
  getEvent: 'GET /events/{id}',
  updateEvent: 'PATCH /events/{id}',
  deleteEvent: 'DELETE /events/{id}',
  directMultiview: 'PUT /events/{id}/multiview',
  directWall: 'PUT /events/{id}/wall',

  listStreams: 'GET /streams',
  createStream: 'POST /streams',
  getStream: 'GET /streams/{id}',
  updateStream: 'PATCH /streams/{id}',
  deleteStream: 'DELETE /streams/{id}',
  startStream: 'POST /streams/{id}/start',
  stopStream: 'POST /streams/{id}/stop',
  rotateKey: 'POST /streams/{id}/rotate_key',
  rotateViewKey: 'POST /streams/{id}/rotate_view_key',
  takeSpare: 'POST /streams/{id}/spare',
  giveBackSpare: 'DELETE /streams/{id}/spare',
  commandPtz: 'POST /streams/{id}/ptz',
  directReplay: 'PUT /streams/{id}/replay',

  startRecording: 'POST /streams/{id}/recording',
  stopRecording: 'DELETE /streams/{id}/recording',
  startEventRecording: 'POST /events/{id}/recording',
  stopEventRecording: 'DELETE /events/{id}/recording',
  listRecordings: 'GET /events/{id}/recordings',
  getRecordedTotal: 'GET /events/{id}/recorded_total',
  getThumbnail: 'GET /streams/{id}/thumbnail',
  getReplay: 'GET /events/{id}/replay',
  updateRecording: 'PATCH /recordings/{id}',
  deleteRecording: 'DELETE /recordings/{id}',
  makeRecordingDownload: 'POST /recordings/{id}/download',
  getRecordingTimeline: 'GET /recordings/{id}/timeline',
  listExports: 'GET /events/{id}/exports',
  createExport: 'POST /events/{id}/exports',
  deleteExport: 'DELETE /exports/{id}',
  makeExportDownload: 'POST /exports/{id}/download',
  createImport: 'POST /events/{id}/imports',
  getImport: 'GET /imports/{id}',
  addImportBytes: 'PUT /imports/{id}/content',
  deleteImport: 'DELETE /imports/{id}',

  listMarks: 'GET /events/{id}/marks',
  createMark: 'POST /events/{id}/marks',
  updateMark: 'PATCH /marks/{id}',
  deleteMark: 'DELETE /marks/{id}',
  listComments: 'GET /events/{id}/comments',
  createComment: 'POST /events/{id}/comments',
  updateComment: 'PATCH /comments/{id}',
  deleteComment: 'DELETE /comments/{id}',

  listEdits: 'GET /events/{id}/edits',
  createEdit: 'POST /events/{id}/edits',
  updateEdit: 'PATCH /edits/{id}',
  deleteEdit: 'DELETE /edits/{id}',

  runLineUp: 'POST /events/{id}/line_ups',
  listLineUps: 'GET /events/{id}/line_ups',

  getReport: 'GET /events/{id}/report',
  listReports: 'GET /events/{id}/reports',
  shareReport: 'POST /reports/{id}/link',
  unshareReport: 'DELETE /reports/{id}/link',
  openReport: 'POST /report',
  getSignedReport: 'GET /reports/{id}/signed',
  getReportKey: 'GET /report_key',
  getAnalytics: 'GET /analytics',

  acknowledgeAlarm: 'POST /streams/{id}/acknowledge',
  listMetrics: 'GET /streams/{id}/metrics',
  listIncidents: 'GET /streams/{id}/incidents',
  listOpenIncidents: 'GET /incidents',
  acknowledgeIncident: 'POST /incidents/{id}/acknowledge',
  getStill: 'GET /streams/{id}/still',

  /** For a browser on the server's own machine. */
  listLanAddresses: 'GET /lan_addresses',

  createPullTry: 'POST /pull_try',
  getPullTry: 'GET /pull_try',

  listDestinations: 'GET /streams/{id}/destinations',
  createDestination: 'POST /streams/{id}/destinations',
  updateDestination: 'PATCH /destinations/{id}',
  deleteDestination: 'DELETE /destinations/{id}',

  listPresets: 'GET /events/{id}/presets',
  createPreset: 'POST /events/{id}/presets',
  updatePreset: 'PATCH /presets/{id}',
  deletePreset: 'DELETE /presets/{id}',

  listApiTokens: 'GET /api_tokens',
  createApiToken: 'POST /api_tokens',
  revokeApiToken: 'DELETE /api_tokens/{id}',

  listAuditEntries: 'GET /audit',
  listAuditActors: 'GET /audit/actors',

  getPush: 'GET /push',
  setPush: 'PUT /push',
  testPush: 'POST /push/test',
  endPush: 'DELETE /push',

  listWebhooks: 'GET /webhooks',
  createWebhook: 'POST /webhooks',
  updateWebhook: 'PATCH /webhooks/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
  rotateWebhookSecret: 'POST /webhooks/{id}/rotate_secret',
  testWebhook: 'POST /webhooks/{id}/test',
  listWebhookDeliveries: 'GET /webhooks/{id}/deliveries',
  redeliverWebhook: 'POST /webhook_deliveries/{id}/redeliver',

  listShareLinks: 'GET /events/{id}/share_links',
  createShareLink: 'POST /events/{id}/share_links',
  updateShareLink: 'PATCH /share_links/{id}',
  revokeShareLink: 'DELETE /share_links/{id}',
  openShareLink: 'POST /share',
  createGuestComment: 'POST /share/comments',

  listCameraInvites: 'GET /events/{id}/camera_invites',
  createCameraInvite: 'POST /events/{id}/camera_invites',
  revokeCameraInvite: 'DELETE /camera_invites/{id}',
  findCameraInvite: 'POST /camera_invites/find',
  joinAsCamera: 'POST /camera',
  reportCamera: 'PUT /camera/report',
  createHandOver: 'POST /streams/{id}/hand_overs',
  handOverCamera: 'POST /camera/hand_overs',
  listCrew: 'GET /events/{id}/crew',
  messageCrew: 'POST /events/{id}/crew/messages',
  openTalkback: 'POST /events/{id}/talkback',
  setReturn: 'PUT /events/{id}/crew/return',
  setFloorPlan: 'PUT /events/{id}/floor_plan',
  scaleFloorPlan: 'PATCH /events/{id}/floor_plan',
  removeFloorPlan: 'DELETE /events/{id}/floor_plan',
  listSoundOffsets: 'GET /events/{id}/sound_offsets',
  getFloorPlan: 'GET /events/{id}/floor_plan/{hash}',

  getPlan: 'GET /plan',
  changePlan: 'PUT /plan',
  notifyBilling: 'POST /billing/stripe',

  getOpenapi: 'GET /openapi.json',

  getPreflight: 'GET /preflight',
  createProbe: 'POST /preflight/probe',

  getTally: 'GET /events/{id}/tally',
  listTallyChanges: 'GET /events/{id}/tally_changes',
  listTallySources: 'GET /events/{id}/tally_sources',
  createTallySource: 'POST /events/{id}/tally_sources',
  updateTallySource: 'PATCH /tally_sources/{id}',
  deleteTallySource: 'DELETE /tally_sources/{id}',
  reportTally: 'PUT /tally_sources/{id}/report',
  getProgram: 'GET /events/{id}/program',
  cutProgram: 'PUT /events/{id}/program',
  releaseProgram: 'DELETE /events/{id}/program',
  setProgramRule: 'PUT /events/{id}/program/rule',
  removeProgramRule: 'DELETE /events/{id}/program/rule',
  endStandIn: 'DELETE /events/{id}/program/stand_in',
} as const satisfies Record<string, `${Method} /${string}`>;

/** The prefix of the API's paths. */
export const apiRoot = '/api/v1';

export type EndpointName = keyof typeof addresses;
export type Address = (typeof addresses)[EndpointName];

/** The endpoint at an address. */
export type NameAt<A extends Address> = {
  [Name in EndpointName]: (typeof addresses)[Name] extends A ? Name : never;
}[EndpointName];

export interface AddressParts {
  method: Method;
  path: string;
}

/** The parts of an endpoint's address. */
export type PartsOf<Name extends EndpointName> =
  (typeof addresses)[Name] extends `${infer M extends Method} ${infer Path}` ? { method: M; path: Path } : never;

export function partsOf<Name extends EndpointName>(name: Name): PartsOf<Name> {
  const [method, path] = addresses[name].split(' ');
  return { method, path } as PartsOf<Name>;
}

const known = (Object.keys(addresses) as EndpointName[]).map((name): AddressParts => partsOf(name));

/** The methods of a path below {@link apiRoot}, placeholders filled in or not. Empty for a path that nothing answers. */
export function methodsAt(path: string): Method[] {
  const parts = path.split('/');
  const isAt = (wanted: string[]) =>
    wanted.length === parts.length && wanted.every((part, index) => part === parts[index] || part.startsWith('{'));
  // A literal address takes precedence over one with a placeholder.
  const literal = known.filter((address) => address.path === path);
  const found = literal.length > 0 ? literal : known.filter((address) => isAt(address.path.split('/')));
  return methods.filter((method) => found.some((address) => address.method === method));
}

/** The methods as the header `Allow` lists them. */
export const allowHeader = (allowed: Method[]): string =>
  [...allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)), 'OPTIONS'].join(', ');

/** The header `Allow` of any path of this server. Pages, files, health checks and unknown paths can only be read. */
export function allowAt(path: string): string {
  const allowed = path.startsWith(`${apiRoot}/`) ? methodsAt(path.slice(apiRoot.length)) : [];
  return allowHeader(allowed.length > 0 ? allowed : ['GET']);
}
