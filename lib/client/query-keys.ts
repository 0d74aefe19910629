/** The keys of everything kept from the server, from the whole to its parts. */
export const queryKeys = {
  events: ['events'] as const,
  event: (eventId: string) => ['events', eventId] as const,
  streams: ['streams'] as const,
  streamList: (eventId?: string) => ['streams', 'list', eventId ?? 'all'] as const,
};
