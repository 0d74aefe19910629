'use client';

import { X } from 'lucide-react';
import { Field, SelectField } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { useAuditActors } from '@/lib/browser/data/organization/use-audit';
import type { AuditQuery } from '@/lib/contracts/organization/audit';
import { type AuditAction, auditTrail } from '@/lib/contracts/organization/audit-trail';

/** Actions by what they are about. */
const groups = [
  { text: 'Accounts', of: ['account', 'auth_sessions'] },
  { text: 'Events', of: ['events'] },
  { text: 'Streams', of: ['streams'] },
  { text: 'Share links', of: ['share_links'] },
  { text: 'Phones', of: ['phones', 'talkback'] },
  { text: 'Organization', of: ['organization', 'plan'] },
  { text: 'Team', of: ['members', 'invitations'] },
  { text: 'Webhooks', of: ['webhooks'] },
  { text: 'API tokens', of: ['api_tokens'] },
];
const allWords = Object.entries(auditTrail).map(([action, { words }]) => [action as AuditAction, words] as const);

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** The fields that limit the audit trail: person, action, days, and the thing that a line was asked for. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const actors = useAuditActors();
  const set = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <SelectField
          label="Person"
          value={filter.actorId ?? ''}
          onChange={({ target }) => set({ actorId: target.value || undefined })}
        >
          <option value="">Everyone</option>
          {actors.data?.map(({ id, type, name }) => (
            <option key={id} value={id}>
              {type === 'api_token' ? `${name} (API token)` : name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Action"
          value={filter.action ?? ''}
          onChange={({ target }) => set({ action: (target.value || undefined) as AuditAction | undefined })}
        >
          <option value="">Every action</option>
          {groups.map(({ text, of }) => (
            <optgroup key={text} label={text}>
              {allWords
                .filter(([action]) => of.includes(action.split('.')[0] ?? ''))
                .map(([action, words]) => (
                  <option key={action} value={action}>
                    {`${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(' of') ? ' …' : ''}`}
                  </option>
                ))}
            </optgroup>
          ))}
        </SelectField>
        <Field
          label="From"
          type="date"
          max="9999-12-31"
          value={filter.from ?? ''}
          onChange={({ target }) => set({ from: target.value || undefined })}
        />
        <Field
          label="To"
          type="date"
          max="9999-12-31"
          value={filter.to ?? ''}
          onChange={({ target }) => set({ to: target.value || undefined })}
        />
      </div>
      {isFiltered(filter) ? (
        <div className="flex flex-wrap items-center gap-2">
          {filter.thing ? (
            <Button className="min-w-0 max-w-full" onClick={() => set({ thing: undefined })}>
              <span className="truncate">Only {filter.thing.name}</span>
              <X aria-hidden />
              <span className="sr-only">: show all again</span>
            </Button>
          ) : null}
          <Button variant="ghost" onClick={() => onChange({})}>
            Clear filters
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The filter that the screen applies to the audit trail. */
export interface AuditFilter {
  actorId?: string | undefined;
  action?: AuditAction | undefined;
  thing?: { id: string; name: string } | undefined;
  /** The first and the last day, as a date field has them; in the browser's time zone. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The query that answers a filter. */
export const auditQueryOf = ({ actorId, action, thing, from, to }: AuditFilter): AuditQuery => ({
  actor_id: actorId,
  action,
  thing_id: thing?.id,
  from: from && startOf(from).toISOString(),
  to: to && dayAfter(startOf(to)).toISOString(),
});

/** Whether anything is left out. */
export const isFiltered = (filter: AuditFilter): boolean => Object.values(filter).some((value) => value !== undefined);

// Without a time, JavaScript reads a date as UTC's.
const startOf = (day: string): Date => new Date(`${day}T00:00`);

/** Midnight again: a day of a changing clock has not 24 hours. */
function dayAfter(date: Date): Date {
  const next = new Date(date);
  next.setDate(next.getDate() + 1);
  return next;
}
