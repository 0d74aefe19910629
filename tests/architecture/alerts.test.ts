import { readFileSync } from 'node:fs';
import { loadYaml } from '@kubernetes/client-node';
import { expect, test } from 'vitest';

interface Rules {
  groups: {
    rules: {
      alert: string;
      expr: string;
      for: string;
      labels: { severity: string };
      annotations: { summary: string; runbook: string };
    }[];
  }[];
}

const rules = loadYaml<Rules>(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')).groups.flatMap(
  (group) => group.rules,
);

test('alerts ask for metrics of the dashboard alone, whose names tests/programs/operations.test.ts compares with programs', () => {
  const dashboard = readFileSync('deploy/grafana/sightline.json', 'utf8');
  const asked = rules.flatMap(({ expr }) => [...expr.matchAll(/\bsightline_\w+/g)].map(([name]) => name));
  expect(asked.length).toBeGreaterThan(6);
  expect(asked.filter((name) => !dashboard.includes(name))).toEqual([]);
});

test('each alert has a section in docs/runbooks.md, and each section an alert', () => {
  const headings = [...readFileSync('docs/runbooks.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    expect(annotations.summary).not.toBe('');
  }
});
