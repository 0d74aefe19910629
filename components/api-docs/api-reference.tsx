import type { OpenapiDocument, Operation } from '@/lib/contracts/openapi/openapi-document';
import { EndpointSection } from './endpoint-section';
import { Code, FieldList } from './field-list';
import { fieldsOf } from './fields-of';

interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

const linkClass = 'flex min-h-8 items-center text-muted hover:text-ink pointer-coarse:min-h-11';
const partClass = 'flex min-h-8 items-center font-medium hover:underline pointer-coarse:min-h-11';
const idOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');

/** The API as a page to read: each part of it with its endpoints, and the objects that they answer with. */
export function ApiReference({ document }: { document: OpenapiDocument }) {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Listed => ({ method, path, operation })),
  );
  const sent = Object.values(document.webhooks).map(({ post }) => post);
  const parts = document.tags.map((tag) => ({
    ...tag,
    endpoints: all.filter(({ operation }) => operation.tags.includes(tag.name)),
    webhooks: sent.filter(({ tags }) => tags.includes(tag.name)),
  }));
  return (
    <div className="mx-auto grid max-w-6xl gap-x-10 px-4 py-10 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav
        aria-label="API"
        className="mb-8 flex flex-wrap gap-x-4 text-sm lg:sticky lg:top-20 lg:mb-0 lg:block lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
      >
        {parts.map(({ name, endpoints, webhooks }) => (
          <div key={name} className="lg:pb-4">
            <a href={`#${idOf(name)}`} className={partClass}>
              {name}
            </a>
            <ul className="max-lg:hidden">
              {endpoints.map(({ operation: { operationId }, method, path }) => (
                <li key={operationId}>
                  <a href={`#${operationId}`} className={linkClass}>
                    <span className="truncate font-mono text-xs">
                      {method.toUpperCase()} {path}
                    </span>
                  </a>
                </li>
              ))}
              {webhooks.map(({ operationId: type }) => (
                <li key={type}>
                  <a href={`#${type}`} className={linkClass}>
                    <span className="truncate font-mono text-xs">{type}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <a href="#objects" className={partClass}>
          Objects
        </a>
      </nav>
      <div className="grid min-w-0 grid-cols-1 gap-12">
        <Introduction document={document} />
        {parts.map(({ name, description, endpoints, webhooks }) => (
          <section key={name} id={idOf(name)} aria-label={name} className="grid scroll-mt-20 grid-cols-1 gap-8">
            <div className="grid gap-1">
              <h2 className="font-semibold text-lg tracking-tight">{name}</h2>
              {description ? <p className="max-w-2xl text-muted">{description}</p> : null}
            </div>
            {endpoints.map((endpoint) => (
              <EndpointSection key={endpoint.operation.operationId} {...endpoint} />
            ))}
            {webhooks.length > 0 ? <WebhookSection webhooks={webhooks} /> : null}
          </section>
        ))}
        <section id="objects" aria-label="Objects" className="grid scroll-mt-20 grid-cols-1 gap-8">
          <h2 className="font-semibold text-lg tracking-tight">Objects</h2>
          {Object.entries(document.components.schemas).map(([name, schema]) => (
            <div key={name} className="grid grid-cols-1 gap-2 border-t pt-6">
              <h3 className="font-medium text-md">{name}</h3>
              <FieldList fields={fieldsOf(schema)} />
            </div>
          ))}
        </section>
      </div>
    </div>
  );
}

function Introduction({ document: { info } }: { document: OpenapiDocument }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="font-semibold text-xl">{info.title}</h1>
      <p className="max-w-2xl">
        Everything in the app uses this API. An admin of your organization creates a token under Organization, API
        tokens, with read access or with read and write access.
      </p>
      <Code label="First call">{`API=https://your-host/api/v1\nTOKEN=sl_…\ncurl "$API/events" -H "Authorization: Bearer $TOKEN"`}</Code>
      <p className="max-w-2xl">
        Responses are JSON and have an <code className="font-mono text-sm">X-Request-Id</code>. Lists are paginated:
        pass <code className="font-mono text-sm">meta.next_cursor</code> as{' '}
        <code className="font-mono text-sm">cursor</code>. Errors have a code and a message.
      </p>
      <p>
        <a
          href="/api/v1/openapi.json"
          className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          Download as OpenAPI 3.1
        </a>
      </p>
    </div>
  );
}

/** Documents webhook requests: the headers that all share, and each type with its body. */
function WebhookSection({ webhooks }: { webhooks: Operation[] }) {
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
