import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configOptions, parseConfig } from './config.ts';

/** The longest that the server takes to end after SIGTERM, in seconds. */
const longestEnd = 10;
const folder = join(projectRoot, 'deploy');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = readdirSync(folder).filter((file) => !['results', 'secret.key'].includes(file));
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly bin: { readonly powerset: string };
  readonly files: readonly string[];
};
const containerfile = read('Containerfile');
const defaultsOfImage = Object.fromEntries(
  [...containerfile.matchAll(/^(?:ENV)? +(\w+)=(\S+)/gm)].map(([, name, value]) => [name, value]),
);

/** Throws what the server would say when it starts with these settings. */
const configOf = (env: Readonly<Record<string, string | undefined>>) =>
  parseConfig({ argv: [], env: { ...defaultsOfImage, ...env }, root: projectRoot });

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
}
interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

describe('what is named in the files of deploy and in the steps for several processes', () => {
  it('are settings that the server knows', () => {
    const known = new Set<string>(configOptions.map(({ env }) => env));
    const pages = ['docs/several-processes.md', 'docs/operating.md', 'docs/install.md', 'README.md'];
    const texts = [...files.map(read), ...pages.map((page) => readFileSync(join(projectRoot, page), 'utf8'))];
    const named = texts.flatMap((text) => text.match(/\bPOWERSET_[A-Z_]*[A-Z]\b/g) ?? []);
    const unknown = named.filter((name) => !known.has(name.replace(/_(FILE|COMMAND)$/, '')) && !known.has(name));
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('are files that lie there', () => {
    const named = files.flatMap(
      (file) => read(file).match(/(?:deploy|docs)\/[\w@.-]+\.(?:yaml|conf|service|md)/g) ?? [],
    );
    expect(named.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it('is the archive of this version', () => {
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/powerset[-:](\d+\.\d+\.\d+)/g)].map(([, version]) => version),
    );
    expect(new Set(named)).toEqual(new Set([manifest.version]));
  });
});

describe('the files of the proxy', () => {
  it('have one page for the time in which no process answers', () => {
    const pages = files
      .filter((file) => file.startsWith('nginx'))
      .map((file) => /error_page 502 504 @away;[\s\S]*\n {4}\}\n/.exec(read(file))?.[0]);
    expect(pages).toHaveLength(3);
    expect(pages[0]).toContain('This page tries again');
    expect(new Set(pages).size).toBe(1);
  });
});

describe('the image', () => {
  it('is built from the archive alone, and starts what the archive calls its command', () => {
    const [context = ''] =
      readFileSync(join(projectRoot, '.dockerignore'), 'utf8').match(/^\*\n!powerset-\*\.tgz$/m) ?? [];
    expect(context).not.toBe('');
    expect(containerfile).toContain('COPY powerset-*.tgz ');
    expect(containerfile).toContain(`lib/node_modules/powerset/${manifest.bin.powerset} /usr/local/bin/powerset`);
    expect(containerfile).toContain('CMD ["powerset"]');
    expect(manifest.files).toContain(manifest.bin.powerset);
  });

  it('keeps data in its volume, as an account without rights, and is asked for its health where it answers', () => {
    const config = configOf({});
    expect([config.dataFolder, String(config.port)]).toEqual(['/data', /^EXPOSE (\d+)$/m.exec(containerfile)?.[1]]);
    expect(containerfile).toMatch(/^VOLUME \/data$/m);
    expect(containerfile).toMatch(/^USER node$/m);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the health check that fills it in
    expect(containerfile).toContain('http://127.0.0.1:${process.env.POWERSET_PORT}/health/ready');
  });
});

describe.each(files.filter((file) => file.startsWith('compose')))('%s', (file) => {
  const { name, services, volumes } = parse(read(file), { merge: true }) as Compose;
  const own = Object.values(services).filter(({ build }) => build !== undefined);

  it('starts processes with settings that the server takes, and waits for their end', () => {
    expect(name, 'one name of the project for each file').toBe(
      file === 'compose.yaml' ? 'powerset' : 'powerset-workers',
    );
    for (const { build, command, environment, stop_grace_period: grace = '' } of own) {
      expect(join(folder, build?.context ?? '', build?.dockerfile ?? '')).toBe(join(folder, 'Containerfile'));
      const [, peerUrl] = /POWERSET_PEER_URL="([^"]+)"/.exec(command?.join(' ') ?? '') ?? [];
      const env = { ...environment, POWERSET_PEER_URL: peerUrl?.replace('$$(hostname -i)', '10.0.0.7') };
      expect(configOf(env).port).toBe(8088);
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(longestEnd);
    }
  });

  it('names volumes, services and files that are there or that its first lines make', () => {
    for (const service of Object.values(services)) {
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        const isThere = source.startsWith('./')
          ? files.includes(basename(source)) || read(file).includes(`deploy/${basename(source)}`)
          : source in volumes;
        expect(isThere, volume).toBe(true);
      }
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      expect(needed.filter((one) => !(one in services))).toEqual([]);
    }
  });
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly timeoutSeconds: number;
}
interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly [string, string] } } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly enableServiceLinks?: boolean;
    readonly automountServiceAccountToken?: boolean;
    readonly containers: readonly [Container];
    readonly volumes: readonly { readonly name: string }[];
  };
}
interface Document {
  readonly kind: string;
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>;
    readonly template?: Template;
    readonly ports?: readonly { readonly targetPort: string }[];
  };
}

describe.each(files.filter((file) => file.startsWith('kubernetes')))('%s', (file) => {
  const documents = parseAllDocuments(read(file)).map((document) => document.toJS() as Document);
  const workloads = documents.flatMap(({ spec }) => (spec.template ? [{ spec, template: spec.template }] : []));

  it('starts pods with settings that the server takes, probes that it answers and disks that are there', () => {
    const given = Object.fromEntries(
      [...read(file).matchAll(/--from-literal=(\w+)='?([^\s']+)/g)].map(([, name, value]) => [name, value]),
    );
    for (const { spec, template } of workloads) {
      const [container] = template.spec.containers;
      const own = container.env?.map(({ name, value }) => [name, value?.replace('$(POD_IP)', '10.0.0.7')]) ?? [];
      expect(configOf({ ...given, ...Object.fromEntries(own) }).port).toBe(container.ports[0]?.containerPort);
      expect(spec.selector?.matchLabels).toEqual(template.metadata.labels);
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(longestEnd);
      expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: container.ports[0]?.name });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/health', port: container.ports[0]?.name });
      expect(container.startupProbe.httpGet).toEqual(container.livenessProbe.httpGet);
      const disks = new Set(template.spec.volumes.map(({ name }) => name));
      expect(container.volumeMounts.filter(({ name }) => !disks.has(name))).toEqual([]);
    }
  });

  it('lets no service write settings into a pod, and gives none the right to ask the cluster', () => {
    for (const { template } of workloads) {
      expect(template.spec.enableServiceLinks, 'POWERSET_PORT of a service called powerset').toBe(false);
      expect(template.spec.automountServiceAccountToken).toBe(false);
    }
  });

  it('gives a busy pod the time to say that it lives, and one that is told to end the time to be sent nothing more', () => {
    for (const { spec, template } of workloads) {
      const [{ startupProbe, readinessProbe, livenessProbe, lifecycle }] = template.spec.containers;
      for (const probe of [startupProbe, readinessProbe, livenessProbe])
        expect(probe.timeoutSeconds).toBeGreaterThanOrEqual(5);
      const wait = Number(lifecycle?.preStop.exec.command[1] ?? 0);
      // Workers are sent nothing by the service, and of a single pod no other one takes over.
      const isOneOfSeveral = (spec.replicas ?? 1) > 1 && template.metadata.labels.role === 'web';
      expect(wait).toBe(isOneOfSeveral ? 5 : 0);
      expect(template.spec.terminationGracePeriodSeconds - wait).toBeGreaterThan(longestEnd);
    }
  });

  it('leads people to pods that answer them', () => {
    const services = documents.filter(({ kind }) => kind === 'Service');
    expect(services).toHaveLength(1);
    for (const { spec } of services) {
      const reached = workloads.filter(({ template }) =>
        Object.entries(spec.selector ?? {}).every(([label, value]) => template.metadata.labels[label] === value),
      );
      expect(reached).toHaveLength(1);
      const [container] = reached[0]?.template.spec.containers ?? [];
      expect(spec.ports?.map(({ targetPort }) => targetPort)).toEqual(container?.ports.map(({ name }) => name));
    }
  });
});

describe.each(files.filter((file) => file.endsWith('.service')))('%s', (file) => {
  it('starts the command of the archive and waits for its end', () => {
    const [, grace = ''] = /^TimeoutStopSec=(\d+)$/m.exec(read(file)) ?? [];
    expect(read(file)).toMatch(/^ExecStart=\/usr\/bin\/env powerset$/m);
    expect(Number(grace)).toBeGreaterThan(longestEnd);
    // Machine code is made while the server runs: with either of these it ends at once.
    expect(read(file)).not.toMatch(/^(MemoryDenyWriteExecute|SystemCallFilter)=/m);
  });
});

it('the proxies ask the ports that the processes have', () => {
  const steps = readFileSync(join(projectRoot, 'docs/several-processes.md'), 'utf8');
  const ports = [...read('nginx.conf').matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
  expect(ports).toEqual(['8088', '8089', '8090']);
  expect(ports.filter((port) => !steps.includes(`${port}`))).toEqual([]);
  expect(read('nginx-compose.conf')).toContain('http://web:8088');
});
