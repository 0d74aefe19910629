import type { Operation } from '@/lib/contracts/openapi/openapi-document';
import { Code } from './code';
import { FieldList } from './field-list';
import { fieldsOf } from './fields-of';

/** Documents webhook requests: the headers that all share, and each type with its body. */
export function WebhookSection({ webhooks }: { webhooks: Operation[] }) {
  const headers = webhooks[0]?.parameters ?? [];
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <h3 className="font-medium text-md">Headers</h3>
        <FieldList
          fields={headers.map(({ name, description, example }) => ({
            path: name,
            type: String(example),
            isRequired: true,
            description,
          }))}
        />
      </div>
      {webhooks.map(({ operationId: type, summary, requestBody }) => {
        const content = requestBody?.content['application/json'];
        return (
          <article
            key={type}
            id={type}
            aria-labelledby={`${type}-title`}
            className="grid scroll-mt-20 grid-cols-1 gap-4 border-t pt-6"
          >
            <div className="grid grid-cols-1 gap-1.5">
              <h3 id={`${type}-title`} className="font-medium text-md">
                {summary}
              </h3>
              <p className="wrap-anywhere font-mono text-sm">{type}</p>
            </div>
            <Code label={`Body: ${summary}`}>{JSON.stringify(content?.examples?.example?.value, null, 2)}</Code>
            {content ? <FieldList fields={fieldsOf(content.schema)} /> : null}
          </article>
        );
      })}
    </>
  );
}
