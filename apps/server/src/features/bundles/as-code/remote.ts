import {
  bundleEndpoints,
  bundleTypes,
  type ChartDraft,
  chartEndpoints,
  dashboardEndpoints,
  datasetEndpoints,
  securityEndpoints,
  themeEndpoints,
  urlOf,
  versionFigureEndpoints,
  type WireChartFigures,
} from '@powerset/contract';
import { unzipSync, zipSync } from 'fflate';
import { isDocument, parseDocument } from '../../../metadata/index.ts';
import { readYaml, writeYaml } from '../../../threads/index.ts';
import { AsCodeError } from './as-code-error.ts';
import { type Asset, type AssetKind, assetKinds } from './assets.ts';
import type { ImportSecrets } from './secrets-file.ts';

export interface SentRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** How a server is reached: over the network, or one that this process holds. */
export type Transport = (request: SentRequest) => Promise<{ readonly status: number; readonly bytes: Uint8Array }>;

/** A server's objects, read and written with the rights of whom the token names. */
export interface Remote {
  read(): Promise<readonly Asset[]>;
  write(assets: readonly Asset[], secrets: ImportSecrets): Promise<readonly string[]>;
  remove(asset: Asset): Promise<void>;
  /** What a kept chart would come to; a refusal of this one is told in its place. */
  figures(chart: Asset, draft: DraftOf): Promise<WireChartFigures | { readonly refusal: string }>;
}

export interface DraftOf {
  readonly body: Omit<ChartDraft, 'datasource_id'>;
  /** The dataset that the files give the chart. */
  readonly dataset: Pick<Asset, 'kind' | 'uuid'>;
}

export function createRemote(transport: Transport, token: string): Remote {
  const call = async (request: Omit<SentRequest, 'headers'> & { readonly headers?: SentRequest['headers'] }) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const answer = await transport({ ...request, headers });
    if (answer.status >= 400) throw new AsCodeError(toProblem(answer));
    return answer.bytes;
  };
  /** Of objects on pages that were read already. */
  const foundIds = new Map<string, number>();
  return {
    read: async () => {
      const { method, path } = bundleEndpoints.assets.export;
      if (method !== 'GET') throw new Error('An export is read.');
      return readArchive(await call({ method, path }));
    },
    write: async (assets, secrets) => {
      const form = new FormData();
      form.append('bundle', new Blob([pack(assets)]), 'bundle.zip');
      form.append('overwrite', 'true');
      for (const [field, map] of Object.entries(secrets)) form.append(field, JSON.stringify(map));
      const packed = new Response(form);
      const headers = { 'content-type': packed.headers.get('content-type') ?? '' };
      const body = new Uint8Array(await packed.arrayBuffer());
      const { path } = bundleEndpoints.assets.import;
      const answer = parseDocument(toText(await call({ method: 'POST', path, headers, body })));
      return Array.isArray(answer?.warnings) ? answer.warnings.map(String) : [];
    },
    remove: async (asset) => {
      const endpoints = removable(asset.kind);
      await call({ method: 'DELETE', path: urlOf(endpoints.delete, { params: { id: await findId(asset) } }) });
    },
    figures: async (chart, { body, dataset }) => {
      try {
        const [id, datasource_id] = [await findId(chart), await findId(dataset)];
        const path = urlOf(versionFigureEndpoints.draft, { params: { id } });
        const bytes = new TextEncoder().encode(JSON.stringify({ ...body, datasource_id }));
        const headers = { 'content-type': 'application/json' };
        return readFigures(await call({ method: 'POST', path, headers, body: bytes }));
      } catch (error) {
        if (error instanceof AsCodeError) return { refusal: error.message };
        throw error;
      }
    },
  };

  async function findId({ kind, uuid }: Pick<Asset, 'kind' | 'uuid'>): Promise<number> {
    const known = foundIds.get(`${kind} ${uuid}`);
    if (known !== undefined) return known;
    for (let page = 0; page < maxPages; page += 1) {
      const path = urlOf(removable(kind).list, { query: { q: { page, page_size: 100 } } });
      const rows = parseDocument(toText(await call({ method: 'GET', path })))?.result;
      if (!Array.isArray(rows) || rows.length === 0) break;
      for (const row of rows.filter(isDocument)) foundIds.set(`${kind} ${row.uuid}`, Number(row.id));
      const found = foundIds.get(`${kind} ${uuid}`);
      if (found !== undefined) return found;
    }
    throw new AsCodeError(`${kind} ${uuid} is not there any more.`);
  }
}

const maxPages = 1000;

function removable(kind: AssetKind) {
  if (kind === 'databases') throw new Error('Databases are never removed.');
  return { datasets: datasetEndpoints, charts: chartEndpoints, dashboards: dashboardEndpoints, themes: themeEndpoints }[
    kind
  ];
}

function pack(assets: readonly Asset[]): Uint8Array<ArrayBuffer> {
  const metadata = { version: '1.0.0', type: bundleTypes.assets };
  const documents = [{ file: 'metadata.yaml', value: metadata }, ...assets];
  const encoder = new TextEncoder();
  const packed = zipSync(
    Object.fromEntries(documents.map(({ file, value }) => [`bundle/${file}`, encoder.encode(writeYaml(value))])),
  );
  return new Uint8Array(packed);
}

function readArchive(bytes: Uint8Array): readonly Asset[] {
  return Object.entries(unzipSync(bytes)).flatMap(([name, text]) => {
    const file = name.slice(name.indexOf('/') + 1);
    const kind: AssetKind | undefined = assetKinds.find((one) => file.startsWith(`${one}/`));
    const value = kind && readYaml(toText(text));
    return kind && isDocument(value) ? [{ kind, file, uuid: String(value.uuid), value }] : [];
  });
}

function readFigures(bytes: Uint8Array): WireChartFigures {
  // The server's own answer, as the endpoint declares it.
  return (JSON.parse(toText(bytes)) as { readonly result: WireChartFigures }).result;
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function toProblem({ status, bytes }: { readonly status: number; readonly bytes: Uint8Array }): string {
  const answer = parseDocument(toText(bytes));
  const [first]: readonly unknown[] = Array.isArray(answer?.errors) ? answer.errors : [];
  const said = isDocument(first) ? first.message : answer?.message;
  const text = typeof said === 'string' ? said : JSON.stringify(said ?? null);
  return `The server refused with ${status}: ${text.slice(0, 2000)}`;
}

export function fetchTransport(url: string): Transport {
  return async ({ method, path, headers, body }) => {
    const sent = { method, headers, redirect: 'error', ...(body ? { body: new Uint8Array(body) } : {}) } as const;
    const response = await fetch(`${url}${path}`, sent).catch((error: unknown) => {
      const { cause, message } = error as Error;
      throw new AsCodeError(`${url} cannot be reached: ${(cause as Error | undefined)?.message ?? message}.`);
    });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
}

export async function signIn(transport: Transport, username: string, password: string): Promise<string> {
  const body = new TextEncoder().encode(JSON.stringify({ username, password, provider: 'db', refresh: false }));
  const headers = { 'content-type': 'application/json' };
  const answer = await transport({ method: 'POST', path: urlOf(securityEndpoints.login), headers, body });
  const token = parseDocument(toText(answer.bytes))?.access_token;
  if (typeof token !== 'string') throw new AsCodeError(toProblem(answer));
  return token;
}
