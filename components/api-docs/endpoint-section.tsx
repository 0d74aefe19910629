import type { ReactNode } from 'react';
import { bytesType } from '@/lib/contracts/limits';
import type { Operation, Parameter, Response } from '@/lib/contracts/openapi/openapi-document';
import { Code, FieldList } from './field-list';
import { fieldsOf, typeWords } from './fields-of';

interface EndpointSectionProps {
  /** In lower case. */
  method: string;
  path: string;
  operation: Operation;
}

/** One endpoint: what it does, who may call it, how, what comes back, and how it fails. */
export function EndpointSection({ method, path, operation }: EndpointSectionProps) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const body = requestBody?.content['application/json']?.schema;
  return (
    <article
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="grid scroll-mt-20 grid-cols-1 gap-4 border-t pt-6"
    >
      <div className="grid grid-cols-1 gap-1.5">
        <h3 id={`${operationId}-title`} className="font-medium text-md">
          {summary}
        </h3>
        <p className="wrap-anywhere font-mono text-sm">
          <span className="font-semibold">{method.toUpperCase()}</span> {path}
        </p>
        <p className="text-muted">{`${callersOf(operation)}${description ? ` ${description}` : ''}`}</p>
      </div>
      <Code label={`Call: ${summary}`}>{curlOf(method, path, operation)}</Code>
      <Parameters title="Headers" parameters={parameters.filter((parameter) => parameter.in === 'header')} />
      <Parameters title="Query" parameters={parameters.filter((parameter) => parameter.in === 'query')} />
      {body ? (
        <Part title="Body">
          <FieldList showRequired fields={fieldsOf(body)} />
        </Part>
      ) : null}
      {successes.map(([status, response]) => (
        <Answer key={status} status={status} response={response} summary={summary} />
      ))}
      <details>
        <summary className={summaryClass}>Errors</summary>
        <ul className="mt-2 grid gap-1.5 text-sm">
          {failures.map(([status, { description, content }]) => (
            <li key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2">
              <span className="font-mono">{status}</span>
              <span>
                {description}{' '}
                <span className="wrap-anywhere font-mono text-muted">
                  {Object.keys(content?.['application/json'].examples ?? {}).join(', ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}

function Parameters({ title, parameters }: { title: string; parameters: Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <Part title={title}>
      <FieldList
        showRequired
        fields={parameters.map(({ name, required, description, schema }) => ({
          path: name,
          type: typeWords(schema),
          isRequired: required,
          description,
        }))}
      />
    </Part>
  );
}

function callersOf({ security }: Operation): string {
  if (security.length === 0) return 'Anybody.';
  return security.some((way) => 'apiToken' in way) ? 'A person or an API token.' : 'A person who is signed in.';
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <h4 className="font-medium">{title}</h4>
      {children}
    </div>
  );
}

function Answer({ status, response, summary }: { status: string; response: Response; summary: string }) {
  const examples = Object.entries(response.content?.['application/json'].examples ?? {});
  const text = `Answer: ${status}. ${response.description}`;
  if (examples.length === 0) return <p>{text}</p>;
  return (
    <details>
      <summary className={summaryClass}>{text}</summary>
      <div className="mt-2 grid grid-cols-1 gap-2">
        {examples.map(([name, example]) => (
          <div key={name} className="grid grid-cols-1 gap-1">
            {example.summary ? <p className="text-muted text-sm">{example.summary}</p> : null}
            <Code label={`${example.summary ?? 'Answer'}: ${summary}`}>{JSON.stringify(example.value, null, 2)}</Code>
          </div>
        ))}
      </div>
    </details>
  );
}

const summaryClass = 'w-fit cursor-pointer font-medium pointer-coarse:py-3';

/**
 * How to call an operation from a shell in which `API` is the address of the API, and `TOKEN` a token.
 * @param method in lower case
 */
export function curlOf(method: string, path: string, operation: Operation): string {
  const { parameters, requestBody, security } = operation;
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return String(parameter?.example ?? name);
  });
  const lines = [`curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$API${target}"`];
  if (security.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"');
  const body = requestBody?.content['application/json']?.examples?.example?.value;
  if (body !== undefined) lines.push(`--json ${quoted(JSON.stringify(body))}`);
  if (requestBody?.content[bytesType]) lines.push(`-H "Content-Type: ${bytesType}" --data-binary @FILE`);
  return lines.join(' \\\n  ');
}

/** In single quotes, which a shell leaves alone. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
