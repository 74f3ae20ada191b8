import { serialize } from 'node:v8';
import { bundleTypes } from '@powerset/contract';
import { can } from '../../access/index.ts';
import { readSecret } from '../../engines/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { TextWork } from '../../threads/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { type Collected, collect, type ExportRequest, type ReadingServices } from './collect.ts';
import { toFileName, toStamp } from './file-names.ts';
import type { ConnectionCodec } from './plan.ts';
import {
  bundleVersion,
  type ShownSecret,
  toChartFile,
  toDashboardFile,
  toDatabaseFile,
  toDatasetFile,
  toQueryFile,
  toThemeFile,
} from './present.ts';

export interface ExportedBundle {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** The archive of what was asked for. */
type ExportServices = ReadingServices &
  Pick<Services, 'secrets'> & {
    readonly textWork: Pick<TextWork, 'packArchive'>;
    readonly connections: Pick<ConnectionCodec, 'maskedOptions'>;
  };

export async function exportBundle(services: ExportServices, request: ExportRequest): Promise<ExportedBundle> {
  const { user, kind } = request;
  const collected = await collect(services, request);
  const at = services.now();
  const root = `${kind}_export_${toStamp(at)}`;
  const metadata = {
    version: bundleVersion,
    type: bundleTypes[kind],
    timestamp: at.toISOString().replace('Z', '+00:00'),
  };
  const documents = new Map<string, Uint8Array>([['metadata.yaml', serialize(metadata)]]);
  const add = ({ path, id, value }: NamedFile) => {
    const isTaken = documents.has(`${path}.yaml`);
    documents.set(isTaken ? `${path}_${id}.yaml` : `${path}.yaml`, serialize(value));
  };
  const mayChangeDatabases = can(user, 'can_write', 'Database');
  const secretOf = (row: Row<'databases'>) => {
    if (!mayChangeDatabases) return null;
    const { ssh_tunnel, encrypted_extra } = readSecret(row, services.secrets);
    return { ssh_tunnel, options: services.connections.maskedOptions(row.backend, encrypted_extra) };
  };
  for (const toFile of toFiles(collected, secretOf)) {
    const file = toFile();
    // A file is made of long JSON texts: between two of them, and before it is put away, others have their turn.
    await othersTurn();
    add(file);
    await othersTurn();
  }
  return { fileName: `${root}.zip`, bytes: await services.textWork.packArchive({ root, documents, at }) };
}

interface NamedFile {
  readonly path: string;
  readonly id: number;
  readonly value: unknown;
}

/** Each file is made when it is asked for. */
function toFiles(
  collected: Collected,
  secretOf: (row: Row<'databases'>) => ShownSecret | null,
): readonly (() => NamedFile)[] {
  const { databases, datasets, charts, dashboards, queries, themes } = collected;
  const themeUuids = new Map(themes.map(({ id, uuid }) => [id, uuid]));
  const datasetUuids = new Map(datasets.map(({ row }) => [row.id, row.uuid]));
  const placed = charts.map(({ row }) => ({ id: row.id, uuid: row.uuid, name: row.slice_name }));
  const databaseOf = (id: number | null) => databases.find((database) => database.id === id);
  return [
    ...databases.map((row) => () => ({
      path: `databases/${nameOr(row.database_name, row.id)}`,
      id: row.id,
      value: toDatabaseFile(row, secretOf(row)),
    })),
    ...datasets.map((dataset) => () => ({
      path: `datasets/${nameOr(dataset.database.database_name, dataset.database.id)}/${nameOr(dataset.row.table_name, dataset.row.id)}`,
      id: dataset.row.id,
      value: toDatasetFile(dataset),
    })),
    ...charts.map((chart) => () => ({
      path: `charts/${withId(chart.row.slice_name, chart.row.id)}`,
      id: chart.row.id,
      value: toChartFile(chart, datasetUuids.get(chart.row.datasource_id ?? -1) ?? null),
    })),
    ...dashboards.map((dashboard) => () => ({
      path: `dashboards/${withId(dashboard.row.dashboard_title, dashboard.row.id)}`,
      id: dashboard.row.id,
      value: toDashboardFile(dashboard, { charts: placed, datasetUuids, themeUuids }),
    })),
    ...themes.map((row) => () => ({
      path: `themes/${withId(row.theme_name, row.id)}`,
      id: row.id,
      value: toThemeFile(row),
    })),
    ...queries.map((row) => () => {
      const database = databaseOf(row.db_id);
      const folders = [database ? nameOr(database.database_name, database.id) : '', toFileName(row.schema ?? '')];
      return {
        path: ['queries', ...folders.filter((name) => name !== ''), nameOr(row.label, row.id)].join('/'),
        id: row.id,
        value: toQueryFile(row, database?.uuid ?? null),
      };
    }),
  ];
}

function nameOr(text: string, id: number): string {
  return toFileName(text) || String(id);
}

function withId(text: string, id: number): string {
  return [toFileName(text), String(id)].filter((part) => part !== '').join('_');
}
