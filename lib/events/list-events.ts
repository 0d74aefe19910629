import type { Actor } from '@/lib/auth/actor';
import type { Event } from '@/prisma/generated/client';
import { findEvents } from './find-events';

/** All events of the actor's organization, oldest first. */
export const listEvents = ({ organizationId }: Actor): Promise<Event[]> => findEvents(organizationId);
