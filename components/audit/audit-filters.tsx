'use client';

import { X } from 'lucide-react';
import { Field } from '@/components/controls/field';
import { SelectField } from '@/components/controls/select-field';
import { Button } from '@/components/ui/button';
import { useAuditActors } from '@/lib/browser/data/organization/use-audit';
import { type AuditAction, auditWords } from '@/lib/contracts/organization/audit-words';
import { type AuditFilter, isFiltered } from './audit-filter';

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
const allWords = Object.entries(auditWords) as [AuditAction, string][];

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
